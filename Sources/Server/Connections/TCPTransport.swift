// TCPTransport: a transport over a TCP connection.

internal import EventLoop

/// A TCP connection of a client. Loop thread only.
final class TCPTransport: Transport, StreamDelegate {
    private let stream: EventLoop.Stream
    let peer: IPAddress?
    var delegate: (any TransportDelegate)?

    /// Takes over a connected socket.
    /// - Parameter descriptor: owned by the transport, and closed when this throws.
    /// - Throws: when libuv cannot use the descriptor.
    init(on loop: Loop, descriptor: Int32) throws(UVError) {
        peer = IPAddress(peerOf: descriptor)
        stream = try EventLoop.Stream(on: loop, descriptor: descriptor)
        stream.delegate = self
    }

    var pendingBytes: Int { stream.pendingBytes }

    func startReading() { stream.startReading() }

    func stopReading() { stream.stopReading() }

    func write(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool { stream.write(first, second) }

    func shutDown() { stream.shutDown() }

    func close() {
        delegate = nil
        stream.close()
    }

    func stream(_ stream: EventLoop.Stream, didRead bytes: Span<UInt8>) { delegate?.transportDidRead(bytes) }

    func streamDidEnd(_ stream: EventLoop.Stream, isBroken: Bool) { delegate?.transportDidEnd(isBroken: isBroken) }

    func streamDidDrain(_ stream: EventLoop.Stream) { delegate?.transportDidDrain() }
}

@available(*, unavailable)
extension TCPTransport: Sendable {}
