// ViewportRequest: /viewport/{id} and the paths below it. The query or the body describes the viewport.

public import Geometry

/// A request for a viewport. The identifier is not decoded yet, and the image need not exist.
public struct ViewportRequest: Hashable, Sendable {
    /// The forms of an answer.
    public enum Answer: Hashable, Sendable {
        /// The viewport and its tiles as JSON (`ViewportPlan`).
        case plan
        /// The viewport rendered as one image.
        case image(ImageFormat)
        /// The viewport at rest after a gesture event.
        case gestures
        /// The events of a session: the regions that its leader views.
        case events
    }

    /// The range of the image's identifier in the path.
    public let identifier: Range<Int>
    /// The form of the answer.
    public let answer: Answer

    /// Parses a path whose first segment is "viewport".
    /// - Throws: `RequestError` for a path of another form, and for an unknown format.
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
