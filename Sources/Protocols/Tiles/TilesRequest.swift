// TilesRequest: /tiles/{id}/{level}/{column}/{row}.{format}, the server's own way to name a tile, and /tiles/{id}/tile.json.

public import Geometry

/// A request for one tile of the grid, or for what describes them all. The identifier is still encoded, and whether there is such an image
/// or tile is not known yet.
public enum TilesRequest: Hashable, Sendable {
    /// The description of the tiles (`TileJSON`) of the image whose identifier lies there in the path.
    case descriptor(identifier: Range<Int>)

    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Reads a path whose first segment is "tiles". Allocates nothing where it succeeds.
    /// - Throws: a path of another form, a number that is not 1 to 10 digits, an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        if segments.count == 3, !segments[1].isEmpty, segments.segment(2, of: path, is: "tile.json") {
            self = .descriptor(identifier: segments[1])
            return
        }
        guard segments.count == 5, !segments[1].isEmpty else {
            throw .unknownPath(path, forms: "/tiles/{id}/{level}/{column}/{row}.{format}, /tiles/{id}/tile.json")
        }
        guard let file = FileNameSegment(path, segments[4]) else {
            throw .bad("row", path, segments[4], allowed: "{row}.{format}")
        }
        let address = TileAddress(
            level: try Self.number("level", path, segments[2]), column: try Self.number("column", path, segments[3]),
            row: try Self.number("row", path, file.name))
        self = .tile(identifier: segments[1], address: address, format: try file.format(path))
    }

    private static func number(_ parameter: String, _ path: Span<UInt8>, _ range: Range<Int>) throws(RequestError) -> Int {
        guard let number = path.decimal(range) else { throw .bad(parameter, path, range, allowed: "1 to 10 digits") }
        return number
    }
}
