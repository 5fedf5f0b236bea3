// ServerLoop: one event loop with its connections; it writes their answers.

internal import EventLoop
private import Glibc
internal import HTTP
internal import Library
internal import Pyramids

/// A loop's connections and what they share. Loop thread only.
final class ServerLoop {
    let application: Application
    let loop: Loop
    let load: LoopLoad
    private(set) var isDraining = false
    private(set) var mailbox: Mailbox<LoopMessage>! = nil
    private var timer: EventLoop.Timer?
    private var connections: [Int: Connection] = [:]
    private var nextNumber = 0
    private var dispatcher: RequestDispatcher! = nil
    private let encoder = ResponseEncoder(lives: Fields.lives)

    init(_ application: Application, on loop: Loop, load: LoopLoad) throws(UVError) {
        self.application = application
        self.loop = loop
        self.load = load
        mailbox = try Mailbox(on: loop) { [unowned self] in receive($0) }
        dispatcher = RequestDispatcher(application, on: loop, mailbox: mailbox.sender)
        timer = try Timer(on: loop, every: 1_000) { [unowned self] in
            for connection in connections.values { connection.checkDeadline() }
            dispatcher.checkDueRecords()
            boundUnwritten()
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

    func adopt(_ descriptor: Int32, isOverLimit: Bool) {
        guard !isDraining else {
            closeDescriptor(descriptor)
            return load.connectionDidClose()
        }
        guard let connection = try? Connection(number: nextNumber, loop: self, descriptor: descriptor) else {
            return load.connectionDidClose()
        }
        nextNumber += 1
        connections[connection.number] = connection
        if isOverLimit {
            connection.refuse(
                Problem(.serviceUnavailable, "There are \(application.configuration.maxConnections) connections already.", retryAfter: 1))
        }
    }

    func forget(_ connection: Connection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        load.connectionDidClose()
        endIfDrained()
    }

    /// Answers that clients do not take are held in memory, as much of them as the tile cache may have.
    private func boundUnwritten() {
        let limit = (application.configuration.memoryCache + ServerLoop.leastUnwritten) / application.configuration.threads
        let connections = Array(connections.values)
        let holders = connections.map { WriteBufferLimit.Holder(byteCount: $0.unwrittenBytes, isStalled: $0.isStalled) }
        for index in WriteBufferLimit(limit: limit).victims(among: holders) { connections[index].close() }
    }

    /// Bytes of all loops together.
    private static let leastUnwritten = 64 << 20

    /// A loop without handles ends, and with it the loop's thread.
    private func endIfDrained() {
        guard isDraining, connections.isEmpty, let timer else { return }
        timer.close()
        self.timer = nil
        mailbox.close()
    }

    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from connection: Connection) { dispatcher.handle(request, from: connection) }

    // MARK: - Answers

    /// Writes an answer with one system call where the kernel takes it.
    /// - Returns: false where the connection is broken.
    func write(_ outcome: Outcome, to stream: EventLoop.Stream, framing: Connection.Framing, requestLog: RequestLog) -> Bool {
        encoder.advance(to: time(nil))
        let isWritten: Bool
        let status: Status
        let byteCount: Int
        switch outcome {
        case .prepared(let image, let isVersioned, let link):
            let count = framing.isHead ? image.headCount : image.headCount + image.bodyCount
            isWritten = encoder.withPreparedStart(
                keepsAlive: framing.keepsAlive, isHTTP10: framing.isHTTP10, life: isVersioned ? 1 : 0, link: link
            ) { start in image.withWire { stream.write(start, $0.extracting(first: count)) } }
            status = .ok
            byteCount = framing.isHead ? 0 : image.bodyCount
        case .response(let response), .streamed(let response, _):
            let hasBody = !framing.isHead && response.status != .notModified && response.status != .noContent
            isWritten = encoder.withHead(of: response, keepsAlive: framing.keepsAlive, isHTTP10: framing.isHTTP10) { head in
                stream.write(head, response.body.span.extracting(first: hasBody ? response.body.count : 0))
            }
            status = response.status
            byteCount = hasBody ? response.byteCount : 0
        }
        let milliseconds = Int(loop.now - requestLog.start)
        load.metrics.count(requestLog.route, status, milliseconds: milliseconds)
        if let line = requestLog.line {
            application.log.access(
                method: line.method, target: line.target, status: status.rawValue, byteCount: byteCount, milliseconds: milliseconds)
        }
        return isWritten
    }
}

@available(*, unavailable)
extension ServerLoop: Sendable {}
