// One client's connection: bytes to requests, answers to bytes, in order, one request at a time.

internal import EventLoop
internal import HTTP

/// A connection on its loop. It reads on while a request is being worked on, so that it hears when the client goes away.
final class Connection: StreamDelegate {
    /// What an answer needs to know of its request when the request's bytes are gone.
    struct Framing {
        let isHead: Bool
        let keepsAlive: Bool
        let isHTTP10: Bool
    }

    /// A request that is answered later. An object, so that it costs nothing to ask for the state.
    private final class Pending {
        let sequence: Int
        let work: PendingWork
        let framing: Framing
        let requestLog: RequestLog

        init(sequence: Int, work: PendingWork, framing: Framing, requestLog: RequestLog) {
            self.sequence = sequence
            self.work = work
            self.framing = framing
            self.requestLog = requestLog
        }
    }

    private enum State {
        /// Between requests, or in the middle of one arriving.
        case reading
        case answering(Pending)
        /// The head is written, and the body follows piece by piece.
        case streaming(BodySender)
        /// Nothing more is answered; what the client still sends is read and dropped, lest the kernel reset the connection under our answer.
        case lingering
    }

    let number: Int
    private let loop: ServerLoop
    private let stream: EventLoop.Stream
    private let parser: RequestParser
    private var state = State.reading
    private var sequence = 0
    /// Bytes behind the request that is being answered.
    private var backlog: [UInt8] = []
    private var hasEnded = false
    /// Whether part of a request has arrived.
    private var isReceiving = false
    /// When the connection is given up, in milliseconds of the loop's clock.
    private var deadline: UInt64
    /// Bytes that waited for the client when the deadline was last looked at.
    private(set) var unwrittenBytes = 0
    /// Whether the client has taken none of them since the time before.
    private(set) var isStalled = false

    /// Bytes that the kernel has not taken; a client that does not read gets no more answers than this.
    private static let writeLimit = 4 << 20
    /// Bytes of pipelined requests held back.
    private static let backlogLimit = 64 << 10
    private static let headTimeout: UInt64 = 10_000
    private static let idleTimeout: UInt64 = 60_000
    private static let writeTimeout: UInt64 = 60_000
    private static let lingerTimeout: UInt64 = 2_000
    private static let goOn = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    private static let nothing: [UInt8] = []

    init(number: Int, loop: ServerLoop, descriptor: Int32) throws(UVError) {
        self.number = number
        self.loop = loop
        parser = RequestParser(
            readsForwarding: loop.application.configuration.trustedProxies?.contains(peerOf: descriptor) ?? false)
        stream = try EventLoop.Stream(on: loop.loop, descriptor: descriptor)
        deadline = loop.loop.now + Connection.headTimeout
        stream.delegate = self
        stream.startReading()
    }

    /// Whether nothing is being answered or written.
    var isIdle: Bool {
        if case .reading = state { return stream.pendingBytes == 0 && !parser.isMidRequest }
        return false
    }

    // MARK: - From the stream

    func stream(_ stream: EventLoop.Stream, didRead bytes: Span<UInt8>) {
        switch state {
        case .reading:
            process(bytes)
        case .answering, .streaming:
            keep(bytes, from: 0)
            if backlog.count > Connection.backlogLimit { stream.stopReading() }
        case .lingering:
            break
        }
    }

    func streamDidEnd(_ stream: EventLoop.Stream, isBroken: Bool) {
        hasEnded = true
        // A client that leaves looks like one that has only sent all it will, and so work that is not done is called off. What was answered
        // already is delivered.
        switch state {
        case .answering(let pending): pending.work.cancel()
        case .streaming(let sender) where !isBroken && !sender.body.isEndless: return
        default: break
        }
        if isBroken || stream.pendingBytes == 0 { return close() }
        state = .lingering
        extendDeadline(by: Connection.writeTimeout)
    }

    func streamDidDrain(_ stream: EventLoop.Stream) {
        switch state {
        case .reading:
            if loop.isDraining, backlog.isEmpty, !parser.isMidRequest { close() } else { resume() }
        case .answering:
            break
        case .streaming(let sender):
            sender.didDrain()
        case .lingering:
            if hasEnded { close() } else { extendDeadline(by: Connection.lingerTimeout) }
        }
    }

    // MARK: - Requests

    private func process(_ bytes: Span<UInt8>) {
        var offset = 0
        while case .reading = state {
            guard stream.pendingBytes < Connection.writeLimit else {
                keep(bytes, from: offset)
                stream.stopReading()
                extendDeadline(by: Connection.writeTimeout)
                return
            }
            switch parser.consume(bytes, from: &offset) {
            case .needsMore:
                // The time for a request begins with its first byte, and does not begin anew with each.
                if !parser.isMidRequest {
                    extendDeadline(by: Connection.idleTimeout)
                } else if !isReceiving {
                    extendDeadline(by: Connection.headTimeout)
                }
                isReceiving = parser.isMidRequest
                if parser.takeExpectContinue() { stream.write(Connection.goOn.span, Connection.nothing.span) }
                return
            case .request:
                sequence += 1
                isReceiving = false
                loop.handle(parser.request, from: self)
            case .failed(let error):
                refuse(Problem(error))
                return
            }
        }
        keep(bytes, from: offset)
    }

    private func keep(_ bytes: Span<UInt8>, from offset: Int) {
        if case .lingering = state { return }
        unsafe bytes.withUnsafeBufferPointer { unsafe backlog.append(contentsOf: $0[offset...]) }
    }

    /// Takes up what was held back.
    private func resume() {
        let held = backlog
        backlog = []
        if !held.isEmpty {
            process(held.span)
        } else if !parser.isMidRequest {
            extendDeadline(by: Connection.idleTimeout)
        }
        if case .reading = state, stream.pendingBytes < Connection.writeLimit { stream.startReading() }
    }

    // MARK: - Answers

    /// Answers the current request at once.
    func answer(_ outcome: Outcome, framing: Framing, requestLog: RequestLog) {
        var keepsAlive = framing.keepsAlive && !loop.isDraining
        // To HTTP/1.0, a body of unknown length ends with the connection.
        if framing.isHTTP10, case .streamed(let response, _) = outcome, response.length == .open { keepsAlive = false }
        let framing = Framing(isHead: framing.isHead, keepsAlive: keepsAlive, isHTTP10: framing.isHTTP10)
        let written = loop.write(outcome, to: stream, framing: framing, requestLog: requestLog)
        if !written { return close() }
        if case .streamed(_, let body) = outcome, !framing.isHead { return send(body, framing) }
        if !keepsAlive { endAfterWriting() }
    }

    /// Leaves the current request to be answered later, and returns the way to do so.
    func answersLater(framing: Framing, requestLog: RequestLog) -> (Reply, PendingWork) {
        let work = PendingWork()
        state = .answering(Pending(sequence: sequence, work: work, framing: framing, requestLog: requestLog))
        extendDeadline(by: UInt64(loop.application.configuration.requestTimeout) * 1_000)
        return (Reply(mailbox: loop.mailbox.sender, ticket: Ticket(connection: number, sequence: sequence)), work)
    }

    /// Takes a late answer, unless it is for a request that was given up.
    func finish(_ ticket: Ticket, _ outcome: Outcome) {
        guard case .answering(let pending) = state, pending.sequence == ticket.sequence else { return }
        state = .reading
        answer(outcome, framing: pending.framing, requestLog: pending.requestLog)
        if case .reading = state { resume() }
    }

    private func send(_ body: StreamedBody, _ framing: Framing) {
        let reply = Reply(mailbox: loop.mailbox.sender, ticket: Ticket(connection: number, sequence: sequence))
        let sender = BodySender(body, framing: framing, reply: reply, to: stream, now: loop.loop.now)
        state = .streaming(sender)
        sender.begin()
        // It may have been asked for before.
        if loop.isDraining { perform(sender.drain(), sender) }
    }

    /// Takes more of a body, unless it is of an answer that was given up.
    func take(_ piece: BodyPiece, _ ticket: Ticket) {
        guard case .streaming(let sender) = state, sender.answers(ticket) else { return }
        perform(sender.take(piece, now: loop.loop.now), sender)
    }

    private func perform(_ step: BodySender.Step, _ sender: BodySender) {
        switch step {
        case .goesOn: break
        case .isBroken: close()
        case .isDone where sender.framing.keepsAlive && !loop.isDraining && !hasEnded:
            state = .reading
            resume()
        case .isDone: endAfterWriting()
        }
    }

    /// The server is stopping: what does nothing or has no end ends now, the rest when it is done.
    func drain() {
        if isIdle { return close() }
        if case .streaming(let sender) = state { perform(sender.drain(), sender) }
    }

    /// Says why, and closes.
    func refuse(_ problem: Problem) {
        let framing = Framing(isHead: false, keepsAlive: false, isHTTP10: false)
        answer(.response(problem.response), framing: framing, requestLog: RequestLog(route: .none, start: loop.loop.now, line: nil))
    }

    private func endAfterWriting() {
        state = .lingering
        backlog = []
        extendDeadline(by: stream.pendingBytes == 0 ? Connection.lingerTimeout : Connection.writeTimeout)
        stream.shutDown()
        stream.startReading()
    }

    // MARK: - Time

    private func extendDeadline(by milliseconds: UInt64) {
        deadline = loop.loop.now + milliseconds
    }

    /// Called about once a second.
    func checkDeadline() {
        let before = unwrittenBytes
        unwrittenBytes = stream.pendingBytes
        isStalled = unwrittenBytes > 0 && unwrittenBytes >= before && before > 0
        if case .streaming(let sender) = state { return perform(sender.tick(now: loop.loop.now), sender) }
        if unwrittenBytes < before, isOnlyWriting {
            // A client that takes what it is sent, however slowly, is not given up.
            return extendDeadline(by: Connection.writeTimeout)
        }
        guard loop.loop.now >= deadline else { return }
        switch state {
        case .reading where parser.isMidRequest:
            refuse(Problem(.requestTimeout, "The request did not arrive within \(Connection.headTimeout / 1_000) seconds."))
        case .answering(let pending):
            pending.work.cancel()
            state = .reading
            let seconds = loop.application.configuration.requestTimeout
            let problem = Problem(.serviceUnavailable, "The answer was not ready within \(seconds) seconds.", retryAfter: 2)
            answer(.response(problem.response), framing: pending.framing, requestLog: pending.requestLog)
            if case .reading = state { resume() }
        default:
            close()
        }
    }

    /// Whether neither the client owes us the rest of a request nor we an answer.
    private var isOnlyWriting: Bool {
        switch state {
        case .reading: !parser.isMidRequest
        case .answering, .streaming: false
        case .lingering: true
        }
    }

    /// Lets go of everything at once.
    func close() {
        switch state {
        case .answering(let pending): pending.work.cancel()
        case .streaming(let sender): sender.cancel()
        case .reading, .lingering: break
        }
        state = .lingering
        stream.close()
        loop.forget(self)
    }
}
