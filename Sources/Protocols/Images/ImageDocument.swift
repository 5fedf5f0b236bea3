// ImageDocument: what GET /images/{id} says of an image.

public import Geometry

/// An image's description, for programs that show it.
public struct ImageDocument: Sendable {
    /// How far the image's pyramid is.
    public enum Pyramid: Hashable, Sendable {
        /// The file itself holds its levels and tiles.
        case native
        /// Not begun: the first request for a tile begins it.
        case none
        /// Being built; the part that is done, from 0 to 1.
        case building(Double)
        case ready
        case failed

        fileprivate var state: String {
            switch self {
            case .native: "native"
            case .none: "none"
            case .building: "building"
            case .ready: "ready"
            case .failed: "failed"
            }
        }

        fileprivate var progress: Double {
            switch self {
            case .native, .ready: 1
            case .none, .failed: 0
            case .building(let part): part
            }
        }
    }

    public let links: ImageLinks

    /// The name of the file's format, such as "tiff".
    public let format: String

    /// How many pages the file has, at least 1.
    public let pages: Int
    public let grid: PyramidGrid
    public let pyramid: Pyramid

    public init(links: ImageLinks, format: String, pages: Int, grid: PyramidGrid, pyramid: Pyramid) {
        self.links = links
        self.format = format
        self.pages = pages
        self.grid = grid
        self.pyramid = pyramid
    }

    /// The document's bytes.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("id", links.identifier.path)
            json.field("width", grid.size.width)
            json.field("height", grid.size.height)
            json.field("format", format)
            json.field("pages", pages)
            json.field("tileSize", grid.tileSize)
            json.array("levels") { json in
                for level in 0..<grid.levelCount { json.object { json in write(level: level, &json) } }
            }
            json.object("pyramid") { json in
                json.field("state", pyramid.state)
                json.field("progress", pyramid.progress)
            }
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
