// CacheRequest: /cache/{id}, what the server keeps of an image.

/// A request about what is kept of an image. The identifier is still encoded, and whether there is such an image is not known yet.
public struct CacheRequest: Hashable, Sendable {
    /// Where the image's identifier lies in the path.
    public let identifier: Range<Int>

    /// Reads a path whose first segment is "cache".
    /// - Throws: a path of another form.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, !segments[1].isEmpty else { throw .unknownPath(path, forms: "/cache/{id}") }
        identifier = segments[1]
    }
}
