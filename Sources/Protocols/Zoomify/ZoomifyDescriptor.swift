// ZoomifyDescriptor: ImageProperties.xml, as Zoomify's converters write it.

public import Geometry

/// Writes the descriptor of Zoomify.
public enum ZoomifyDescriptor {
    /// The document: one element without an XML declaration, since some clients parse it as text.
    public static func xml(_ grid: PyramidGrid) -> [UInt8] {
        let text = """
            <IMAGE_PROPERTIES WIDTH="\(grid.size.width)" HEIGHT="\(grid.size.height)" NUMTILES="\(grid.tileCount)" NUMIMAGES="1" \
            VERSION="1.8" TILESIZE="\(grid.tileSize)" />

            """
        return Array(text.utf8)
    }
}
