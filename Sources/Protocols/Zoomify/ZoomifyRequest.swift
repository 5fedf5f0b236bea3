// ZoomifyRequest: /zoomify/{id}/ImageProperties.xml and /zoomify/{id}/TileGroup{g}/{level}-{column}-{row}.{format}.

public import Geometry

/// A request in Zoomify's layout, whose levels, columns and rows are those of the grid. The identifier is still encoded, and whether there is
/// such an image or tile is not known yet.
public enum ZoomifyRequest: Hashable, Sendable {
    /// The descriptor of the image whose identifier lies there in the path.
    case descriptor(identifier: Range<Int>)

    /// A tile. Its group is a number, and any will do: groups only keep folders on a disk small, and clients that halve with floor number
    /// them otherwise than those that round up.
    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Reads a path whose first segment is "zoomify". Allocates nothing where it succeeds.
    /// - Throws: a path of another form, a number that is not 1 to 10 digits, an unknown format.
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

    /// "level-column-row"
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
