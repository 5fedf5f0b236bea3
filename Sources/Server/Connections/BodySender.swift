// BodySender: a body that is sent piece by piece, as it is made and as the client takes it.

internal import EventLoop
internal import HTTP

/// Where the pieces of a body go.
protocol BodySink: AnyObject {
    /// Bytes that the kernel has not taken.
    var pendingBytes: Int { get }
    /// Writes both spans; false where the connection is broken.
    func write(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool
}

extension EventLoop.Stream: BodySink {}

/// The body of one answer on its way to the client. Loop thread only. What is not taken stays small: the next piece of a file is asked for
/// when the one before has gone, and a listener who does not take his events is given up.
final class BodySender {
    /// What the connection has to do after a call.
    enum Step: Equatable {
        case goesOn
        /// All is written.
        case isDone
        /// The client is gone or takes nothing, or the rest of the body cannot be had.
        case isBroken
    }

    let body: StreamedBody
    let framing: Connection.Framing
    private let reply: Reply
    private let sink: any BodySink
    /// When something was last written, in milliseconds of the loop's clock.
    private var lastWrite: UInt64
    /// When it was last seen that the client takes what it is sent.
    private var lastTaken: UInt64
    private var untaken = 0
    /// Whether the next piece is to be asked for: when this one has gone, or when there is a worker for it.
    private var isOwed = false

    /// Milliseconds in which a client that takes nothing is given up.
    static let writeTimeout: UInt64 = 60_000
    /// Milliseconds of silence after which an endless body shows that it lives.
    static let heartbeatInterval: UInt64 = 15_000
    /// Bytes of an endless body that a client may be behind.
    static let endlessLimit = 64 << 10
    private static let nothing: [UInt8] = []

    init(_ body: StreamedBody, framing: Connection.Framing, reply: Reply, to sink: any BodySink, now: UInt64) {
        self.body = body
        self.framing = framing
        self.reply = reply
        self.sink = sink
        lastWrite = now
        lastTaken = now
    }

    /// Asks for the first piece.
    func begin() {
        switch body {
        case .file(let file): isOwed = !file.sendNext(to: reply)
        case .events(let stream): stream.begin(reply)
        }
    }

    /// Whether this is the body that answers a request.
    func answers(_ ticket: Ticket) -> Bool { reply.ticket == ticket }

    /// All that was written has reached the kernel.
    func didDrain() {
        if isOwed, case .file(let file) = body { isOwed = !file.sendNext(to: reply) }
    }

    /// A piece has come.
    func take(_ piece: BodyPiece, now: UInt64) -> Step {
        switch piece {
        case .broken: return .isBroken
        case .bytes(let bytes, let isLast):
            guard write(bytes, now: now) else { return .isBroken }
            if isLast { return end() }
            isOwed = true
            if sink.pendingBytes == 0 { didDrain() }
            return .goesOn
        }
    }

    /// The server is stopping: what has no end of its own ends now.
    func drain() -> Step { body.isEndless ? end() : .goesOn }

    /// Called about once a second.
    func tick(now: UInt64) -> Step {
        let pending = sink.pendingBytes
        if pending == 0 || pending < untaken { lastTaken = now }
        untaken = pending
        if now - lastTaken >= BodySender.writeTimeout { return .isBroken }
        if pending == 0 { didDrain() }
        guard body.isEndless, now - lastWrite >= BodySender.heartbeatInterval else { return .goesOn }
        return write(ServerSentEvent.heartbeat, now: now) ? .goesOn : .isBroken
    }

    /// Nobody takes it any more.
    func cancel() {
        if case .events(let stream) = body { stream.cancel() }
    }

    private func write(_ bytes: [UInt8], now: UInt64) -> Bool {
        guard !bytes.isEmpty else { return true }
        lastWrite = now
        guard body.isEndless else { return sink.write(bytes.span, BodySender.nothing.span) }
        guard sink.pendingBytes <= BodySender.endlessLimit else { return false }
        guard !framing.isHTTP10 else { return sink.write(bytes.span, BodySender.nothing.span) }
        let (start, rest) = (Chunk.start(count: bytes.count), bytes + Chunk.end)
        return sink.write(start.span, rest.span)
    }

    private func end() -> Step {
        cancel()
        guard body.isEndless, !framing.isHTTP10 else { return .isDone }
        let last = Chunk.last
        return sink.write(last.span, BodySender.nothing.span) ? .isDone : .isBroken
    }
}

@available(*, unavailable)
extension BodySender: Sendable {}
