// MemoryTransport: a client's connection in memory, for tests without sockets.

@testable import Server

/// Bytes in and out of arrays. The test plays the client and the kernel.
final class MemoryTransport: Transport {
    var delegate: (any TransportDelegate)?
    var peer: IPAddress?
    var pendingBytes = 0
    /// True when writes fail.
    var isBroken = false
    /// True when the client reads everything at once; otherwise written bytes are pending until `readAll`.
    var takesAll = true
    private(set) var written: [UInt8] = []
    private(set) var isReading = false
    private(set) var isShutDown = false
    private(set) var isClosed = false
    /// Bytes that the client sent while the server did not read.
    private var unread: [UInt8] = []

    /// All bytes that were written, as Latin-1.
    var text: String { String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) })) }

    func startReading() { isReading = true }

    func stopReading() { isReading = false }

    func write(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        if isBroken || isClosed { return false }
        for span in [first.indices.map { first[$0] }, second.indices.map { second[$0] }] {
            written += span
            if !takesAll { pendingBytes += span.count }
        }
        return true
    }

    func shutDown() { isShutDown = true }

    func close() {
        isClosed = true
        delegate = nil
    }

    // MARK: - The client

    /// The client sends a text. It waits in the kernel while the server does not read.
    func send(_ text: String) {
        unread += text.utf8
        deliver()
    }

    /// The client reads all pending bytes.
    func readAll() {
        pendingBytes = 0
        delegate?.transportDidDrain()
        deliver()
    }

    /// Delivers the bytes that wait, as a later iteration of the loop would.
    func deliver() {
        while isReading, !unread.isEmpty, let delegate {
            let bytes = unread
            unread = []
            delegate.transportDidRead(bytes.span)
        }
    }

    /// The client ends its side, or the connection breaks.
    func end(isBroken: Bool = false) { delegate?.transportDidEnd(isBroken: isBroken) }

    /// Removes and returns the bytes that were written.
    func takeText() -> String {
        defer { written = [] }
        return text
    }
}
