// BodySender: sends a body piece by piece, as the pieces are made and as the client reads them.

internal import HTTP

/// Writes the pieces of a body in the encoding of the connection. Loop thread only.
protocol BodySink {
    /// Bytes that were written and not sent yet.
    var pendingBytes: Int { get }
    /// Writes a piece of at least one byte.
    /// - Returns: false when the connection is broken.
    func write(_ bytes: [UInt8]) -> Bool
    /// Writes the end of the body.
    /// - Returns: false when the connection is broken.
    func writeEnd() -> Bool
}

/// The body of one answer while it is sent. Loop thread only. Little waits for the client: the next piece of a file is requested when the
/// piece before it has been sent, and the stream of events of a client that does not read is broken off.
final class BodySender {
    /// The action of the connection after a call.
    enum Step: Equatable {
        /// More pieces follow.
        case goesOn
        /// All pieces are written.
        case isDone
        /// The connection has to be closed: the client is gone or does not read, or the rest of the body is not available.
        case isBroken
    }

    let body: StreamedBody
    private let reply: Reply
    private let sink: any BodySink
    /// The time of the last write, in milliseconds of the loop's clock.
    private var lastWrite: UInt64
    /// The last time at which the client had read some of the pending bytes.
    private var lastRead: UInt64
    /// The pending bytes at the last call of `tick`.
    private var pendingBefore = 0
    /// True when the next piece has to be requested: after the current piece is sent, or when a worker is free.
    private var needsPiece = false

    /// Milliseconds after which a client that reads nothing is disconnected.
    static let writeTimeout: UInt64 = 60_000
    /// Milliseconds without an event after which a heartbeat is sent.
    static let heartbeatInterval: UInt64 = 15_000
    /// The most pending bytes of a stream of events.
    static let endlessLimit = 64 << 10

    /// - Parameters:
    ///   - reply: the way for workers to send pieces.
    ///   - now: the time in milliseconds of the loop's clock.
    init(_ body: StreamedBody, reply: Reply, to sink: any BodySink, now: UInt64) {
        self.body = body
        self.reply = reply
        self.sink = sink
        lastWrite = now
        lastRead = now
    }

    /// Requests the first piece.
    func begin() {
        switch body {
        case .file(let file): needsPiece = !file.sendNext(to: reply)
        case .events(let stream): stream.begin(reply)
        }
    }

    /// True when this is the body of the answer to the request.
    func answers(_ ticket: Ticket) -> Bool { reply.ticket == ticket }

    /// All pending bytes have been sent.
    func didDrain() {
        if needsPiece, case .file(let file) = body { needsPiece = !file.sendNext(to: reply) }
    }

    /// Writes a piece that has arrived from a worker.
    func take(_ piece: BodyPiece, now: UInt64) -> Step {
        switch piece {
        case .broken: return .isBroken
        case .bytes(let bytes, let isLast):
            guard write(bytes, now: now) else { return .isBroken }
            if isLast { return end() }
            needsPiece = true
            if sink.pendingBytes == 0 { didDrain() }
            return .goesOn
        }
    }

    /// The server is stopping. A stream of events ends now; a file is sent to its end.
    func drain() -> Step { body.isEndless ? end() : .goesOn }

    /// Checks timeouts and sends heartbeats. Called about once a second.
    func tick(now: UInt64) -> Step {
        let pending = sink.pendingBytes
        if pending == 0 || pending < pendingBefore { lastRead = now }
        pendingBefore = pending
        if now - lastRead >= BodySender.writeTimeout { return .isBroken }
        if pending == 0 { didDrain() }
        guard body.isEndless, now - lastWrite >= BodySender.heartbeatInterval else { return .goesOn }
        return write(ServerSentEvent.heartbeat, now: now) ? .goesOn : .isBroken
    }

    /// Stops the source of the body.
    func cancel() {
        if case .events(let stream) = body { stream.cancel() }
    }

    private func write(_ bytes: [UInt8], now: UInt64) -> Bool {
        guard !bytes.isEmpty else { return true }
        lastWrite = now
        guard !body.isEndless || sink.pendingBytes <= BodySender.endlessLimit else { return false }
        return sink.write(bytes)
    }

    private func end() -> Step {
        cancel()
        return sink.writeEnd() ? .isDone : .isBroken
    }
}

@available(*, unavailable)
extension BodySender: Sendable {}
