// HTTP1ConnectionState: the states and deadlines of an HTTP/1 connection, without I/O.

/// The state machine of a connection that answers one request after another. The connection reports events and performs the returned
/// actions. Times are milliseconds of the loop's clock.
struct HTTP1ConnectionState {
    enum Phase: Equatable {
        /// A request is expected or arriving. Leads to any other phase.
        case reading
        /// The request of this number waits for its answer. Leads to `reading` when the answer comes or takes too long.
        case answering(Int)
        /// The head of the answer is written, and pieces of the body follow. Leads to `reading` or `lingering` at the end of the body.
        case streaming(isEndless: Bool)
        /// The answers end here. Bytes that the client still sends are read and dropped; unread bytes would make the kernel reset the
        /// connection, and the client would lose the answer. Leads to `closed`.
        case lingering
        /// The transport is closed.
        case closed
    }

    /// The treatment of bytes that arrive.
    enum Input { case parse, hold, drop }

    enum Action: Equatable {
        case none
        /// Parse the backlog and read on.
        case resume
        /// Cancel the current request and close the transport.
        case close
        /// Cancel the current request, and wait until its answer has been sent.
        case cancelRequest
        /// Drop the backlog, and end our side of the connection after the pending bytes.
        case endOutput
        /// Request the next piece of the body.
        case continueBody
        /// Check the timeouts of the body.
        case checkBody
        /// End the body if it has no end of its own.
        case endBody
        /// Answer 408, since the request did not arrive in time, and close.
        case refuseRequest
        /// Cancel the current request and answer it with 503.
        case abandonRequest
    }

    private(set) var phase = Phase.reading
    /// The time at which the current phase ends, unless something happens before.
    private(set) var deadline: UInt64
    /// The number of the current request; the first is 1.
    private(set) var requestNumber = 0
    /// True when part of a request has arrived.
    private var isReceiving = false
    /// True when the client has ended its side.
    private var hasEnded = false

    /// Time for a request from its first byte to its last, and for the first request of a connection.
    static let headTimeout: UInt64 = 10_000
    /// Time between requests.
    static let idleTimeout: UInt64 = 60_000
    /// Time without progress for a client to read pending bytes.
    static let writeTimeout: UInt64 = 60_000
    /// Time for a client to close the connection after the last answer.
    static let lingerTimeout: UInt64 = 2_000

    init(now: UInt64) { deadline = now + HTTP1ConnectionState.headTimeout }

    // MARK: - Requests

    /// The treatment of bytes that have arrived.
    var input: Input {
        switch phase {
        case .reading: .parse
        case .answering, .streaming: .hold
        case .lingering, .closed: .drop
        }
    }

    /// All bytes are parsed, and no request is complete.
    mutating func needsBytes(isMidRequest: Bool, now: UInt64) {
        // The time for a request begins with its first byte. Later bytes do not extend it.
        if !isMidRequest {
            deadline = now + HTTP1ConnectionState.idleTimeout
        } else if !isReceiving {
            deadline = now + HTTP1ConnectionState.headTimeout
        }
        isReceiving = isMidRequest
    }

    /// A request is complete.
    mutating func didReceiveRequest() {
        requestNumber += 1
        isReceiving = false
    }

    /// No request is parsed until the client has read the pending answers.
    mutating func waitForClient(now: UInt64) { deadline = now + HTTP1ConnectionState.writeTimeout }

    /// The connection has nothing to do until the next request.
    mutating func becomeIdle(now: UInt64) { deadline = now + HTTP1ConnectionState.idleTimeout }

    // MARK: - Answers

    /// The current request is answered later.
    mutating func awaitAnswer(timeout: UInt64, now: UInt64) {
        phase = .answering(requestNumber)
        deadline = now + timeout
    }

    /// An answer has come from another thread.
    /// - Returns: false when its request is not current any more.
    mutating func didReceiveAnswer(to number: Int) -> Bool {
        guard phase == .answering(number) else { return false }
        phase = .reading
        return true
    }

    /// An answer is written.
    mutating func didAnswer(keepsAlive: Bool, hasPendingBytes: Bool, now: UInt64) -> Action {
        keepsAlive ? .none : endOutput(hasPendingBytes: hasPendingBytes, now: now)
    }

    /// The head of an answer is written, and its body follows.
    mutating func beginBody(isEndless: Bool) { phase = .streaming(isEndless: isEndless) }

    /// The last piece of a body is written.
    mutating func didEndBody(keepsAlive: Bool, hasPendingBytes: Bool, now: UInt64) -> Action {
        guard keepsAlive, !hasEnded else { return endOutput(hasPendingBytes: hasPendingBytes, now: now) }
        phase = .reading
        return .resume
    }

    private mutating func endOutput(hasPendingBytes: Bool, now: UInt64) -> Action {
        phase = .lingering
        deadline = now + (hasPendingBytes ? HTTP1ConnectionState.writeTimeout : HTTP1ConnectionState.lingerTimeout)
        return .endOutput
    }

    // MARK: - The transport, the clock and the server

    /// The client has ended its side, or the connection is broken. A client that closes the connection looks like one that only ends its
    /// side. Unfinished work is cancelled in both cases; answers that are written or have begun are delivered.
    mutating func didEnd(isBroken: Bool, hasPendingBytes: Bool, now: UInt64) -> Action {
        hasEnded = true
        if phase == .streaming(isEndless: false), !isBroken { return .none }
        guard !isBroken, hasPendingBytes else { return .close }
        phase = .lingering
        deadline = now + HTTP1ConnectionState.writeTimeout
        return .cancelRequest
    }

    /// All pending bytes have been sent.
    /// - Parameter isIdle: no part of a request has arrived, and none waits in the backlog.
    mutating func didDrain(isIdle: Bool, serverIsDraining: Bool, now: UInt64) -> Action {
        switch phase {
        case .reading: return serverIsDraining && isIdle ? .close : .resume
        case .streaming: return .continueBody
        case .lingering where hasEnded: return .close
        case .lingering: deadline = now + HTTP1ConnectionState.lingerTimeout
        case .answering, .closed: break
        }
        return .none
    }

    /// Checks the deadline. Called about once a second.
    /// - Parameter isReadingAnswers: the client has read some of the pending bytes since the last call.
    mutating func tick(isReadingAnswers: Bool, isMidRequest: Bool, now: UInt64) -> Action {
        if case .streaming = phase { return .checkBody }
        let onlyWrites = phase == .lingering || phase == .reading && !isMidRequest
        if isReadingAnswers, onlyWrites {
            // A client that reads its answers slowly is not disconnected.
            deadline = now + HTTP1ConnectionState.writeTimeout
            return .none
        }
        guard now >= deadline else { return .none }
        switch phase {
        case .reading where isMidRequest: return .refuseRequest
        case .answering:
            phase = .reading
            return .abandonRequest
        case .reading, .streaming, .lingering: return .close
        case .closed: return .none
        }
    }

    /// The server is stopping.
    /// - Parameter isIdle: no part of a request has arrived, and no bytes are pending.
    func drain(isIdle: Bool) -> Action {
        switch phase {
        case .reading: isIdle ? .close : .none
        case .streaming: .endBody
        case .answering, .lingering, .closed: .none
        }
    }

    /// The transport is closed.
    mutating func close() { phase = .closed }
}
