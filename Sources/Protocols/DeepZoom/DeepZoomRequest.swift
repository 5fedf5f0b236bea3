// DeepZoomRequest: /dzi/{id}.dzi and /dzi/{id}_files/{level}/{column}_{row}.{format}. The identifier keeps its own extension: "a.jpg.dzi".

public import Geometry

/// A request in Microsoft's Deep Zoom layout. The identifier is still encoded, and whether there is such an image or tile is not known yet.
public enum DeepZoomRequest: Hashable, Sendable {
    /// The descriptor of the image whose identifier lies there in the path.
    case descriptor(identifier: Range<Int>)

    /// A tile; its address has Deep Zoom's own levels, which `DeepZoomPlace` translates.
    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Reads a path whose first segment is "dzi". Allocates nothing where it succeeds.
    /// - Throws: a path of another form, a number that is not 1 to 10 digits, an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        if segments.count == 2, let identifier = path.stem(of: segments[1], ".dzi") {
            self = .descriptor(identifier: identifier)
            return
        }
        guard segments.count == 4, let identifier = path.stem(of: segments[1], "_files") else {
            throw .unknownPath(path, forms: "/dzi/{id}.dzi, /dzi/{id}_files/{level}/{column}_{row}.{format}")
        }
        guard let level = path.decimal(segments[2]) else { throw .bad("level", path, segments[2], allowed: "1 to 10 digits") }
        guard let file = FileNameSegment(path, segments[3]), let underscore = path.firstIndex(of: UInt8(ascii: "_"), in: file.name),
            let column = path.decimal(file.name.lowerBound..<underscore),
            let row = path.decimal(underscore + 1..<file.name.upperBound)
        else { throw .bad("tile", path, segments[3], allowed: "{column}_{row}.{format}, both of 1 to 10 digits") }
        self = .tile(
            identifier: identifier, address: TileAddress(level: level, column: column, row: row), format: try file.format(path))
    }
}
