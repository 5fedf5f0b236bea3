// PyramidRequest: /pyramids/{id}.szi, an image's pyramid as one file. The identifier keeps its own extension: "a.jpg.szi".

/// A request for the file of a pyramid. The identifier is still encoded, and whether there is such an image is not known yet.
public struct PyramidRequest: Hashable, Sendable {
    /// Where the image's identifier lies in the path.
    public let identifier: Range<Int>

    /// Reads a path whose first segment is "pyramids".
    /// - Throws: a path of another form.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count == 2, let identifier = path.stem(of: segments[1], ".szi") else {
            throw .unknownPath(path, forms: "/pyramids/{id}.szi")
        }
        self.identifier = identifier
    }
}
