// ImagesRequest: /images, /images/{id} and what lies below, what the server says of its images.

/// A request for a list of images, or for one image's description, thumbnail or events. Identifiers are still encoded, and whether there is
/// such an image is not known yet.
public enum ImagesRequest: Hashable, Sendable {
    /// A list; its query is an `ImageListQuery`.
    case list

    /// The description of the image whose identifier lies there in the path.
    case description(identifier: Range<Int>)

    /// A small picture of it.
    case thumbnail(identifier: Range<Int>)

    /// What becomes of its pyramid, as events.
    case events(identifier: Range<Int>)

    /// Reads a path whose first segment is "images".
    /// - Throws: a path of another form.
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
