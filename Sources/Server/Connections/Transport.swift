// Transport: the byte stream between the server and one client, without its implementation.

/// Receives the events of a transport. Called on the loop's thread.
protocol TransportDelegate: AnyObject {
    /// Bytes have arrived. They are valid only during the call.
    func transportDidRead(_ bytes: Span<UInt8>)
    /// No more bytes will arrive: the client has ended its side and may still read ours, or the connection is broken.
    func transportDidEnd(isBroken: Bool)
    /// All pending bytes have been sent.
    func transportDidDrain()
}

/// A reliable byte stream to one client. Loop thread only. It stays open until `close`, which its owner must call.
///
/// TCP is the only implementation. TLS would be another one; `ServerLoop.adopt` chooses it.
protocol Transport: AnyObject {
    /// Receives the events. Kept until `close`. Set it before `startReading`: events without a delegate are lost.
    var delegate: (any TransportDelegate)? { get set }
    /// The address of the client, or of the last proxy on the way to it; nil when the peer has no IP address.
    var peer: IPAddress? { get }
    /// Bytes that were written and not sent yet.
    var pendingBytes: Int { get }
    /// Delivers arriving bytes to the delegate, until `stopReading`, the client's end or `close`. Does nothing when it already reads.
    func startReading()
    /// Delivers no more bytes, so that the client has to wait in time. Its end is not reported either.
    func stopReading()
    /// Sends both spans, in order. Copies what cannot be sent at once and sends it later.
    /// - Returns: false when the connection is broken or closed.
    func write(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool
    /// Ends our side after the pending bytes. The client may go on sending.
    func shutDown()
    /// Closes the connection at once. Pending bytes are dropped, and the delegate receives no more events. A second call does nothing.
    func close()
}
