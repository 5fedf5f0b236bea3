// ImageDocument: the description of an image, the answer to GET /images/{id}.

public import Geometry

/// The description of an image for programs that display it.
public struct ImageDocument: Sendable {
    /// The URLs of the image.
    public let links: ImageLinks

    /// The name of the file's format, such as "tiff".
    public let format: String

    /// The number of pages of the file, at least 1.
    public let pages: Int
    /// The grid of the image.
    public let grid: PyramidGrid
    /// True when the image's pixels can be transparent.
    public let hasAlpha: Bool
    /// The status of the pyramid.
    public let pyramid: PyramidStatus

    /// Creates a description.
    public init(links: ImageLinks, format: String, pages: Int, grid: PyramidGrid, hasAlpha: Bool, pyramid: PyramidStatus) {
        self.links = links
        self.format = format
        self.pages = pages
        self.grid = grid
        self.hasAlpha = hasAlpha
        self.pyramid = pyramid
    }

    /// The document as JSON.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", links.identifier.path)
            json.field("width", grid.size.width)
            json.field("height", grid.size.height)
            json.field("format", format)
            json.field("pages", pages)
            json.field("tileSize", grid.tileSize)
            json.field("tileFormat", links.tileFormat.fileExtension)
            json.field("alpha", hasAlpha)
            json.array("levels") { json in
                for level in 0..<grid.levelCount { json.object { json in write(level: level, &json) } }
            }
            json.object("pyramid") { pyramid.write(&$0) }
            links.write(&json)
        }
    }

    private func write(level: Int, _ json: inout JSONWriter) {
        let size = grid.size(ofLevel: level)
        json.field("level", level)
        json.field("width", size.width)
        json.field("height", size.height)
        json.field("columns", grid.columns(ofLevel: level))
        json.field("rows", grid.rows(ofLevel: level))
    }
}
