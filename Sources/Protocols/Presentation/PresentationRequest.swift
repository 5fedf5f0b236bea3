// PresentationRequest: /iiif/3/{id}/manifest.json, and /iiif/3/manifest.json for the source folder.

/// A request for a manifest of the IIIF Presentation API 3.0. The identifier is not decoded yet. It may be that of an image or of a folder,
/// and neither need exist.
public struct PresentationRequest: Hashable, Sendable {
    /// The range of the identifier in the path; nil for the source folder.
    public let identifier: Range<Int>?

    /// Parses a path whose first segment is "iiif". Allocates nothing.
    /// - Returns: nil when the path is not that of a manifest.
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
