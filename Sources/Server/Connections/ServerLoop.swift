// ServerLoop: one event loop with its connections.

internal import Caching
internal import EventLoop
internal import HTTP
internal import Library

/// The connections of a loop and the state that they share. Loop thread only.
final class ServerLoop {
    let application: Application
    let loop: Loop
    let load: LoopLoad
    private(set) var isDraining = false
    private(set) var mailbox: Mailbox<LoopMessage>! = nil
    private var timer: EventLoop.Timer?
    private var connections: [Int: HTTP1Connection] = [:]
    private var nextNumber = 0
    private var dispatcher: RequestDispatcher! = nil
    let writer = HTTP1Writer()

    /// - Throws: when the system has no more descriptors.
    init(_ application: Application, on loop: Loop, load: LoopLoad) throws(UVError) {
        self.application = application
        self.loop = loop
        self.load = load
        mailbox = try Mailbox(on: loop) { [unowned self] in receive($0) }
        dispatcher = RequestDispatcher(application, on: loop, mailbox: mailbox.sender)
        timer = try Timer(on: loop, every: 1_000) { [unowned self] in
            for connection in connections.values { connection.tick() }
            dispatcher.checkDueRecords()
            limitWriteBuffers()
        }
    }

    // MARK: - Connections

    private func receive(_ message: LoopMessage) {
        switch message {
        case .adopt(let descriptor, let isOverLimit): adopt(descriptor, isOverLimit: isOverLimit)
        case .answer(let ticket, let outcome): connections[ticket.connection]?.finish(ticket, outcome)
        case .piece(let ticket, let piece): connections[ticket.connection]?.take(piece, ticket)
        case .learn(let segment, let record): dispatcher.learn(segment, record)
        case .drain:
            isDraining = true
            for connection in connections.values { connection.drain() }
            endIfDrained()
        case .stop:
            isDraining = true
            for connection in connections.values { connection.close() }
            endIfDrained()
        }
    }

    /// Serves an accepted socket. This is the one place that chooses the transport and the protocol of a connection.
    /// - Parameters:
    ///   - descriptor: owned by the loop from now on.
    ///   - isOverLimit: the connection is answered with 503 and closed.
    func adopt(_ descriptor: Int32, isOverLimit: Bool) {
        guard !isDraining else {
            closeDescriptor(descriptor)
            return load.connectionDidClose()
        }
        guard let transport = try? TCPTransport(on: loop, descriptor: descriptor) else { return load.connectionDidClose() }
        let proxies = application.configuration.trustedProxies
        let trustsPeer = transport.peer.map { proxies?.contains($0) ?? false } ?? false
        let connection = HTTP1Connection(number: nextNumber, owner: self, transport: transport, trustsPeer: trustsPeer)
        nextNumber += 1
        connections[connection.number] = connection
        if isOverLimit {
            connection.refuse(
                Problem(.serviceUnavailable, "There are \(application.configuration.maxConnections) connections already.", retryAfter: 1))
        }
    }

    /// Closes connections of clients that do not read their answers, when these answers take more memory than the tile cache may.
    private func limitWriteBuffers() {
        let limit = (application.configuration.memoryCache + ServerLoop.leastWriteBuffer) / application.configuration.threads
        let connections = Array(connections.values)
        let holders = connections.map { WriteBufferLimit.Holder(byteCount: $0.unsent.count, isStalled: $0.unsent.isStalled) }
        for index in WriteBufferLimit(limit: limit).excess(among: holders) { connections[index].close() }
    }

    /// Bytes of answers, of all loops together, that are allowed in addition to the size of the tile cache.
    private static let leastWriteBuffer = 64 << 20

    /// Closes the loop's own handles when the last connection has closed. A loop without handles ends, and its thread with it.
    private func endIfDrained() {
        guard isDraining, connections.isEmpty, let timer else { return }
        timer.close()
        self.timer = nil
        mailbox.close()
    }

    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from responder: any Responder) { dispatcher.handle(request, from: responder) }
}

extension ServerLoop: ConnectionOwner {
    var now: UInt64 { loop.now }

    var requestTimeout: UInt64 { UInt64(application.configuration.requestTimeout) * 1_000 }

    func reply(to ticket: Ticket) -> Reply { Reply(mailbox: mailbox.sender, ticket: ticket) }

    func didAnswer(_ requestLog: RequestLog, status: Status, byteCount: Int) {
        let milliseconds = Int(loop.now - requestLog.start)
        load.metrics.count(requestLog.route, status, milliseconds: milliseconds)
        if let line = requestLog.line {
            application.log.access(
                method: line.method, target: line.target, status: status.rawValue, byteCount: byteCount, milliseconds: milliseconds)
        }
    }

    func forget(_ connection: HTTP1Connection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        load.connectionDidClose()
        endIfDrained()
    }
}

@available(*, unavailable)
extension ServerLoop: Sendable {}
