// The chunks in which a body of unknown length is sent (RFC 9112, 7.1).

/// Frames the pieces of a chunked body.
public enum Chunk {
    /// What stands behind the bytes of a chunk.
    public static let end = [UInt8]("\r\n".utf8)

    /// What stands behind the last chunk.
    public static let last = [UInt8]("0\r\n\r\n".utf8)

    /// What stands in front of the bytes of a chunk.
    /// - Parameter count: of bytes, at least 1: a chunk without any would be the last.
    public static func start(count: Int) -> [UInt8] {
        precondition(count > 0, "a chunk has bytes")
        return [UInt8]((String(count, radix: 16) + "\r\n").utf8)
    }
}
