// FileNameSegment: a last segment of the form "name.format", which most of the protocols end with.

import Geometry

/// A segment split at its last dot.
struct FileNameSegment {
    /// What stands before the dot.
    let name: Range<Int>

    /// What stands behind it.
    let fileExtension: Range<Int>

    /// Nil where the segment has no dot.
    init?(_ path: Span<UInt8>, _ segment: Range<Int>) {
        guard let dot = path.lastIndex(of: UInt8(ascii: "."), in: segment) else { return nil }
        name = segment.lowerBound..<dot
        fileExtension = dot + 1..<segment.upperBound
    }

    /// The format that the extension names.
    func format(_ path: Span<UInt8>, kind: RequestError.Kind = .unsupportedFormat) throws(RequestError) -> ImageFormat {
        guard let format = ImageFormat(fileExtension: path.extracting(fileExtension)) else {
            let names = ImageFormat.allCases.map(\.fileExtension).joined(separator: ", ")
            throw RequestError(kind, "format", value: path.text(fileExtension), allowed: names)
        }
        return format
    }
}
