// Server-sent events (HTML, 9.2): text that a browser's EventSource reads.

/// One event of a stream of `text/event-stream`.
public struct ServerSentEvent: Sendable {
    /// What listeners are added for; a name without line breaks.
    public var name: StaticString
    public var data: [UInt8]
    /// Milliseconds after which the client comes again when the stream has ended; nil leaves what was said before.
    public var retry: Int?

    /// - Parameter data: UTF-8. Line breaks are kept, though all become line feeds.
    public init(_ name: StaticString, data: [UInt8], retry: Int? = nil) {
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// Something that every client passes over, so that a silent stream is known to live.
    public static let heartbeat = [UInt8](":\n\n".utf8)

    /// The event as it is sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let retry { bytes += Array("retry: \(retry)\n".utf8) }
        bytes += Array("event: \(name)\ndata: ".utf8)
        var previous: UInt8 = 0
        for byte in data {
            switch byte {
            // Of CR LF the first has broken the line.
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: bytes += Array("\ndata: ".utf8)
            default: bytes.append(byte)
            }
            previous = byte
        }
        return bytes + [0x0A, 0x0A]
    }
}
