// PresentationRequest: /iiif/3/{id}/manifest.json, and /iiif/3/manifest.json for the folder of images itself.

/// A request for a manifest of the IIIF Presentation API 3.0. Whether the identifier, which is still encoded, names an image or a folder, or
/// anything, is not known yet.
public struct PresentationRequest: Hashable, Sendable {
    /// Where the identifier lies in the path; nil for the folder that holds everything.
    public let identifier: Range<Int>?

    /// Nil where the path, whose first segment is "iiif", asks for no manifest. Allocates nothing.
    public init?(_ path: Span<UInt8>, _ segments: PathSegments) {
        guard segments.count == 3 || segments.count == 4, segments.segment(1, of: path, is: "3"),
            segments.segment(segments.count - 1, of: path, is: "manifest.json")
        else { return nil }
        if segments.count == 3 {
            identifier = nil
        } else {
            guard !segments[2].isEmpty else { return nil }
            identifier = segments[2]
        }
    }
}
