// HTTP1BodySink: frames the pieces of a body in HTTP/1.

internal import HTTP

/// Writes the pieces of one body to a transport: in chunks when the length of the body is unknown, and without framing otherwise. A client
/// of HTTP/1.0 knows no chunks; its body ends with the connection.
struct HTTP1BodySink: BodySink {
    let transport: any Transport
    /// True when each piece is a chunk.
    let isChunked: Bool

    private static let noBytes: [UInt8] = []

    var pendingBytes: Int { transport.pendingBytes }

    func write(_ bytes: [UInt8]) -> Bool {
        guard isChunked else { return transport.write(bytes.span, HTTP1BodySink.noBytes.span) }
        let (start, rest) = (Chunk.start(count: bytes.count), bytes + Chunk.end)
        return transport.write(start.span, rest.span)
    }

    func writeEnd() -> Bool {
        let last = Chunk.last
        return !isChunked || transport.write(last.span, HTTP1BodySink.noBytes.span)
    }
}
