// ZoomifyRequest: /zoomify/{id}/ImageProperties.xml and /zoomify/{id}/TileGroup{g}/{level}-{column}-{row}.{format}.

public import Geometry

/// A request in Zoomify's layout. Levels, columns and rows are those of the grid. The identifier is not decoded yet, and neither the image
/// nor the tile need exist.
public enum ZoomifyRequest: Hashable, Sendable {
    /// The descriptor (`ZoomifyDescriptor`). The range is that of the identifier in the path.
    case descriptor(identifier: Range<Int>)

    /// A tile. The number of its group is ignored: groups only keep directories small, and clients that round levels down number them
    /// differently.
    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Parses a path whose first segment is "zoomify". Does not allocate unless it throws.
    /// - Throws: `RequestError` for a path of another form, a number that does not have 1 to 10 digits, and an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count >= 3, !segments[1].isEmpty else { throw Self.unknown(path) }
        if segments.count == 3, segments.segment(2, of: path, is: "ImageProperties.xml") {
            self = .descriptor(identifier: segments[1])
            return
        }
        guard segments.count == 4, path.hasPrefix(segments[2], "TileGroup") else { throw Self.unknown(path) }
        guard path.decimal(segments[2].dropFirst(Self.groupPrefixCount)) != nil else {
            throw .bad("group", path, segments[2], allowed: "TileGroup and 1 to 10 digits")
        }
        guard let file = FileNameSegment(path, segments[3]), let address = Self.address(path, file.name) else {
            throw .bad("tile", path, segments[3], allowed: "{level}-{column}-{row}.{format}, each of 1 to 10 digits")
        }
        self = .tile(identifier: segments[1], address: address, format: try file.format(path))
    }

    private static let groupPrefixCount = 9

    /// Parses "level-column-row".
    private static func address(_ path: Span<UInt8>, _ name: Range<Int>) -> TileAddress? {
        let hyphen = UInt8(ascii: "-")
        guard let first = path.firstIndex(of: hyphen, in: name), let second = path.firstIndex(of: hyphen, in: first + 1..<name.upperBound),
            let level = path.decimal(name.lowerBound..<first), let column = path.decimal(first + 1..<second),
            let row = path.decimal(second + 1..<name.upperBound)
        else { return nil }
        return TileAddress(level: level, column: column, row: row)
    }

    private static func unknown(_ path: Span<UInt8>) -> RequestError {
        .unknownPath(
            path, forms: "/zoomify/{id}/ImageProperties.xml, /zoomify/{id}/TileGroup{g}/{level}-{column}-{row}.{format}")
    }
}
