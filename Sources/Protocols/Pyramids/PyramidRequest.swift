// PyramidRequest: /pyramids/{id}.szi, the pyramid of an image as one file. The identifier includes the image's own extension: "a.jpg.szi".

/// A request for the file of a pyramid. The identifier is not decoded yet, and the image need not exist.
public struct PyramidRequest: Hashable, Sendable {
    /// The range of the image's identifier in the path.
    public let identifier: Range<Int>

    /// Parses a path whose first segment is "pyramids".
    /// - Throws: `RequestError` for a path of another form.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, let identifier = path.stem(of: segments[1], ".szi") else {
            throw .unknownPath(path, forms: "/pyramids/{id}.szi")
        }
        self.identifier = identifier
    }
}
