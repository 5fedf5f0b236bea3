// ViewRequest: /view/{id}, the page that shows an image.

/// A request for the viewer's page. The identifier is still encoded, and whether there is such an image is not known yet.
public struct ViewRequest: Hashable, Sendable {
    /// Where the image's identifier lies in the path.
    public let identifier: Range<Int>

    /// Reads a path whose first segment is "view".
    /// - Throws: a path of another form, such as one with the identifier's slashes left as they are.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, !segments[1].isEmpty else {
            throw .unknownPath(path, forms: "/view/{id}, with \"/\" in {id} as %2F")
        }
        identifier = segments[1]
    }
}
