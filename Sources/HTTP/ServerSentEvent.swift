// ServerSentEvent: an event of a `text/event-stream`, which browsers read with EventSource (HTML, 9.2).

/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable {
    /// The type of the event, for which clients add listeners. Without line breaks.
    public var name: StaticString
    /// The payload, UTF-8.
    public var data: [UInt8]
    /// The delay in milliseconds after which the client reconnects when the stream ends; nil leaves the delay unchanged.
    public var retry: Int?

    /// Creates an event.
    /// - Parameter data: UTF-8. Line breaks of all kinds reach the client as line feeds.
    public init(_ name: StaticString, data: [UInt8], retry: Int? = nil) {
        self.name = name
        self.data = data
        self.retry = retry
    }

    /// A comment line, which clients ignore. Sent on a silent stream, it shows that the connection is alive.
    public static let heartbeat = [UInt8](":\n\n".utf8)

    /// The event in the format of the stream.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let retry { bytes += Array("retry: \(retry)\n".utf8) }
        bytes += Array("event: \(name)\ndata: ".utf8)
        var previous: UInt8 = 0
        for byte in data {
            switch byte {
            // CR LF is one line break, written at the CR.
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: bytes += Array("\ndata: ".utf8)
            default: bytes.append(byte)
            }
            previous = byte
        }
        return bytes + [0x0A, 0x0A]
    }
}
