// DeepZoomDescriptor: the .dzi file, an XML document of the schema http://schemas.microsoft.com/deepzoom/2008.

public import Geometry

/// Writes the descriptor that Deep Zoom clients read first.
public enum DeepZoomDescriptor {
    /// The document's bytes. Nothing in it needs escaping: it holds only numbers and the name of a format.
    public static func xml(_ grid: PyramidGrid, format: ImageFormat) -> [UInt8] {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008" \
            Format="\(format.fileExtension)" Overlap="0" TileSize="\(grid.tileSize)">
              <Size Width="\(grid.size.width)" Height="\(grid.size.height)"/>
            </Image>

            """
        return Array(text.utf8)
    }
}
