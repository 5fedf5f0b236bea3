// TilesRequest: /tiles/{id}/{level}/{column}/{row}.{format}, the server's own form of tile URLs, and /tiles/{id}/tile.json.

public import Geometry

/// A request for a tile or for the description of the tiles. The identifier is not decoded yet, and neither the image nor the tile need
/// exist.
public enum TilesRequest: Hashable, Sendable {
    /// The description of the tiles (`TileJSON`). The range is that of the identifier in the path.
    case descriptor(identifier: Range<Int>)

    /// A tile of the grid.
    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Parses a path whose first segment is "tiles". Does not allocate unless it throws.
    /// - Throws: `RequestError` for a path of another form, a number that does not have 1 to 10 digits, and an unknown format.
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
