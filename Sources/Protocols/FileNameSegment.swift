// FileNameSegment: a path segment of the form "name.format", the last segment of most tile URLs.

import Geometry

/// A path segment, split at its last dot.
struct FileNameSegment {
    /// The range of the name before the dot.
    let name: Range<Int>

    /// The range of the extension after the dot.
    let fileExtension: Range<Int>

    /// Splits a segment.
    /// - Returns: nil when the segment has no dot.
    init?(_ path: Span<UInt8>, _ segment: Range<Int>) {
        guard let dot = path.lastIndex(of: UInt8(ascii: "."), in: segment) else { return nil }
        name = segment.lowerBound..<dot
        fileExtension = dot + 1..<segment.upperBound
    }

    /// The image format of the extension.
    /// - Parameter kind: the kind of the error.
    /// - Throws: `RequestError` when no format has this name.
    func format(_ path: Span<UInt8>, kind: RequestError.Kind = .unsupportedFormat) throws(RequestError) -> ImageFormat {
        guard let format = ImageFormat(fileExtension: path.extracting(fileExtension)) else {
            let names = ImageFormat.allCases.map(\.fileExtension).joined(separator: ", ")
            throw RequestError(kind, "format", value: path.text(fileExtension), allowed: names)
        }
        return format
    }
}
