// ViewportRequest: /viewport/{id} and what lies below it; what is to be seen is in the query, or in the body of an event.

public import Geometry

/// A request for a viewport. The identifier is still encoded, and whether there is such an image is not known yet.
public struct ViewportRequest: Hashable, Sendable {
    /// The ways to show a viewport.
    public enum Answer: Hashable, Sendable {
        /// The viewport and its tiles, as JSON.
        case plan
        /// The viewport as one image.
        case image(ImageFormat)
        /// Where the picture rests after an event of a gesture.
        case gestures
        /// Where the leader of a session looks, as events.
        case events
    }

    /// Where the image's identifier lies in the path.
    public let identifier: Range<Int>
    /// How it is to be shown.
    public let answer: Answer

    /// Reads a path whose first segment is "viewport".
    /// - Throws: a path of another form, an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        if segments.count == 2, !segments[1].isEmpty {
            identifier = segments[1]
            answer = .plan
        } else if segments.count == 3, !segments[1].isEmpty, segments.segment(2, of: path, is: "gestures") {
            identifier = segments[1]
            answer = .gestures
        } else if segments.count == 3, !segments[1].isEmpty, segments.segment(2, of: path, is: "events") {
            identifier = segments[1]
            answer = .events
        } else if segments.count == 3, !segments[1].isEmpty, let file = FileNameSegment(path, segments[2]),
            path.matches(file.name, "image")
        {
            identifier = segments[1]
            answer = .image(try file.format(path))
        } else {
            throw .unknownPath(path, forms: "/viewport/{id}, /viewport/{id}/image.{format}, /viewport/{id}/gestures, /viewport/{id}/events")
        }
    }
}
