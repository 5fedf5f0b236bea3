// HTTP1Connection: one client's connection in HTTP/1: bytes to requests, one request at a time.

internal import EventLoop
internal import HTTP

/// An HTTP/1 connection on its loop. Loop thread only. It reads on while a request is being answered, so that it learns when the client
/// goes away.
///
/// `HTTP1ConnectionState` decides; this class performs its actions on the transport.
final class HTTP1Connection: TransportDelegate {
    /// Identifies the connection within its loop.
    let number: Int
    let owner: any ConnectionOwner
    let transport: any Transport
    private let parser: RequestParser
    var state: HTTP1ConnectionState
    private var backlog = Backlog()
    private(set) var unsent = UnsentBytes()
    /// The framing of the current request.
    var framing = HTTP1Framing.refusal
    /// The work and the log of a request that is answered later.
    var pending: (work: PendingWork, requestLog: RequestLog)?
    /// The body that is being sent.
    var sender: BodySender?

    /// The pending bytes from which on no further request is answered.
    private static let writeLimit = 4 << 20

    /// Takes over a transport and begins to read.
    /// - Parameter trustsPeer: the client is a proxy whose Forwarded and X-Forwarded-* fields are believed.
    init(number: Int, owner: any ConnectionOwner, transport: any Transport, trustsPeer: Bool) {
        self.number = number
        self.owner = owner
        self.transport = transport
        parser = RequestParser(readsForwarding: trustsPeer)
        state = HTTP1ConnectionState(now: owner.now)
        transport.delegate = self
        transport.startReading()
    }

    // MARK: - The transport

    func transportDidRead(_ bytes: Span<UInt8>) {
        switch state.input {
        case .parse:
            parse(bytes)
        case .hold:
            backlog.append(bytes, from: 0)
            if backlog.isOverLimit { transport.stopReading() }
        case .drop:
            break
        }
    }

    func transportDidEnd(isBroken: Bool) {
        perform(state.didEnd(isBroken: isBroken, hasPendingBytes: transport.pendingBytes > 0, now: owner.now))
    }

    func transportDidDrain() {
        let isIdle = backlog.isEmpty && !parser.isMidRequest
        perform(state.didDrain(isIdle: isIdle, serverIsDraining: owner.isDraining, now: owner.now))
    }

    // MARK: - Requests

    private func parse(_ bytes: Span<UInt8>) {
        var offset = 0
        while state.phase == .reading {
            guard transport.pendingBytes < HTTP1Connection.writeLimit else {
                backlog.append(bytes, from: offset)
                transport.stopReading()
                return state.waitForClient(now: owner.now)
            }
            switch parser.consume(bytes, from: &offset) {
            case .needsMore:
                state.needsBytes(isMidRequest: parser.isMidRequest, now: owner.now)
                if parser.takeExpectContinue() { HTTP1Writer.writeContinue(to: transport) }
                return
            case .request:
                state.didReceiveRequest()
                handle(parser.request)
            case .failed(let error):
                return refuse(Problem(error))
            }
        }
        if state.input == .hold { backlog.append(bytes, from: offset) }
    }

    private func handle(_ request: borrowing Request) {
        framing = HTTP1Framing(request)
        owner.handle(request, from: self)
    }

    /// Parses the backlog and reads on.
    private func resume() {
        let bytes = backlog.takeAll()
        if !bytes.isEmpty {
            parse(bytes.span)
        } else if !parser.isMidRequest {
            state.becomeIdle(now: owner.now)
        }
        if state.phase == .reading, transport.pendingBytes < HTTP1Connection.writeLimit { transport.startReading() }
    }

    /// Answers bytes that are no request, or a connection that is not served, and closes the connection.
    func refuse(_ problem: Problem) {
        framing = .refusal
        answer(.response(problem.response), requestLog: RequestLog(route: .none, start: owner.now, line: nil))
    }

    // MARK: - The clock and the server

    /// Checks deadlines. Called about once a second.
    func tick() {
        unsent.measure(transport.pendingBytes)
        perform(state.tick(isReadingAnswers: unsent.isShrinking, isMidRequest: parser.isMidRequest, now: owner.now))
    }

    /// The server is stopping: an idle connection and a stream of events end now, other connections after their answers.
    func drain() {
        perform(state.drain(isIdle: transport.pendingBytes == 0 && !parser.isMidRequest))
    }

    /// Cancels the current request and closes the transport at once.
    func close() {
        cancelRequest()
        state.close()
        transport.close()
        owner.forget(self)
    }

    // MARK: - Actions

    func perform(_ action: HTTP1ConnectionState.Action) {
        switch action {
        case .none: break
        case .resume: resume()
        case .close: close()
        case .cancelRequest: cancelRequest()
        case .endOutput:
            backlog.removeAll()
            transport.shutDown()
            transport.startReading()
        case .continueBody: sender?.didDrain()
        case .checkBody: step { $0.tick(now: owner.now) }
        case .endBody: step { $0.drain() }
        case .refuseRequest:
            let seconds = HTTP1ConnectionState.headTimeout / 1_000
            refuse(Problem(.requestTimeout, "The request did not arrive within \(seconds) seconds."))
        case .abandonRequest:
            abandonRequest()
            if state.phase == .reading { resume() }
        }
    }

    private func cancelRequest() {
        pending?.work.cancel()
        pending = nil
        sender?.cancel()
        sender = nil
    }
}

@available(*, unavailable)
extension HTTP1Connection: Sendable {}
