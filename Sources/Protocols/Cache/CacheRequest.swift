// CacheRequest: /cache/{id}, the cached tiles and files of an image.

/// A request about the cached data of an image. The identifier is not decoded yet, and the image need not exist.
public struct CacheRequest: Hashable, Sendable {
    /// The range of the image's identifier in the path.
    public let identifier: Range<Int>

    /// Parses a path whose first segment is "cache".
    /// - Throws: `RequestError` for a path of another form.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, !segments[1].isEmpty else { throw .unknownPath(path, forms: "/cache/{id}") }
        identifier = segments[1]
    }
}
