// ImagesRequest: /images, /images/{id} and the paths below it.

/// A request for the list of images, or for the description, thumbnail or events of one image. Identifiers are not decoded yet, and the
/// image need not exist.
public enum ImagesRequest: Hashable, Sendable {
    /// The list of images. Its query is an `ImageListQuery`.
    case list

    /// The description of an image. The range is that of the identifier in the path.
    case description(identifier: Range<Int>)

    /// The thumbnail of an image.
    case thumbnail(identifier: Range<Int>)

    /// The events about an image's pyramid.
    case events(identifier: Range<Int>)

    /// Parses a path whose first segment is "images".
    /// - Throws: `RequestError` for a path of another form.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        if segments.count == 1 {
            self = .list
        } else if segments.count == 2, !segments[1].isEmpty {
            self = .description(identifier: segments[1])
        } else if segments.count == 3, !segments[1].isEmpty, segments.segment(2, of: path, is: "thumbnail.jpg") {
            self = .thumbnail(identifier: segments[1])
        } else if segments.count == 3, !segments[1].isEmpty, segments.segment(2, of: path, is: "events") {
            self = .events(identifier: segments[1])
        } else {
            throw .unknownPath(path, forms: "/images, /images/{id}, /images/{id}/thumbnail.jpg, /images/{id}/events")
        }
    }
}
