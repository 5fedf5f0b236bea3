// ViewRequest: /view/{id}, the viewer page of an image.

/// A request for the viewer page. The identifier is not decoded yet, and the image need not exist.
public struct ViewRequest: Hashable, Sendable {
    /// The range of the image's identifier in the path.
    public let identifier: Range<Int>

    /// Parses a path whose first segment is "view".
    /// - Throws: `RequestError` for a path of another form, such as one with unescaped slashes in the identifier.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, !segments[1].isEmpty else {
            throw .unknownPath(path, forms: "/view/{id}, with \"/\" in {id} as %2F")
        }
        identifier = segments[1]
    }
}
