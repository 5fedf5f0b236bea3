// Chunk: the framing of a body of unknown length in HTTP/1.1 (RFC 9112, 7.1).

/// Frames the pieces of a chunked body.
public enum Chunk {
    /// The line break after the bytes of a chunk.
    public static let end = [UInt8]("\r\n".utf8)

    /// The last chunk, which has no bytes, and the end of the body.
    public static let last = [UInt8]("0\r\n\r\n".utf8)

    /// The line in front of the bytes of a chunk.
    /// - Parameter count: the number of bytes, at least 1: an empty chunk would end the body.
    public static func start(count: Int) -> [UInt8] {
        precondition(count > 0, "a chunk has bytes")
        return [UInt8]((String(count, radix: 16) + "\r\n").utf8)
    }
}
