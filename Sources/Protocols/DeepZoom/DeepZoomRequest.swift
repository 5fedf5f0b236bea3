// DeepZoomRequest: /dzi/{id}.dzi and /dzi/{id}_files/{level}/{column}_{row}.{format}. The identifier keeps its own extension: "a.jpg.dzi".

public import Geometry

/// A request in Microsoft's Deep Zoom layout. The identifier is still encoded, and whether there is such an image or tile is not known yet.
public enum DeepZoomRequest: Hashable, Sendable {
    /// The descriptor of the image whose identifier lies there in the path.
    case descriptor(identifier: Range<Int>)

    /// A tile; its address has Deep Zoom's own levels, which `DeepZoomPlace` translates.
    case tile(identifier: Range<Int>, address: TileAddress, format: ImageFormat)

    /// Reads a path whose first segment is "dzi". Allocates nothing when it succeeds.
    /// - Throws: `RequestError` when the path has another form, a number is not 1 to 10 digits, or the format is unknown.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        if segments.count == 2, let identifier = path.stem(of: segments[1], ".dzi") {
            self = .descriptor(identifier: identifier)
            return
        }
        guard segments.count == 4, let identifier = path.stem(of: segments[1], "_files") else {
            throw .unknownPath(path, forms: "/dzi/{id}.dzi, /dzi/{id}_files/{level}/{column}_{row}.{format}")
        }
        let tile = try DeepZoomTile(path, level: segments[2], file: segments[3])
        self = .tile(identifier: identifier, address: tile.address, format: tile.format)
    }
}
