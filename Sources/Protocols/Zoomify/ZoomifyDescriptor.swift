// ZoomifyDescriptor: ImageProperties.xml, as Zoomify's converters write it.

public import Geometry

/// Writes the descriptor that Zoomify clients read first.
public enum ZoomifyDescriptor {
    /// The document's bytes: one element without a declaration in front of it, since clients are known that read it as text.
    public static func xml(_ grid: PyramidGrid) -> [UInt8] {
        let text = """
            <IMAGE_PROPERTIES WIDTH="\(grid.size.width)" HEIGHT="\(grid.size.height)" NUMTILES="\(grid.tileCount)" NUMIMAGES="1" \
            VERSION="1.8" TILESIZE="\(grid.tileSize)" />

            """
        return Array(text.utf8)
    }
}
