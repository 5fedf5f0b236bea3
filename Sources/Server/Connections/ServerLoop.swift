// ServerLoop: one event loop with its connections.

internal import Caching
internal import EventLoop
internal import HTTP
internal import Library
private import Protocols
private import Workers

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
    private let records = RecordTable()
    private var due = DueRecords()
    let writer = HTTP1Writer()

    /// - Throws: when the system has no more descriptors.
    init(_ application: Application, on loop: Loop, load: LoopLoad) throws(UVError) {
        self.application = application
        self.loop = loop
        self.load = load
        mailbox = try Mailbox(on: loop) { [unowned self] in receive($0) }
        timer = try Timer(on: loop, every: 1_000) { [unowned self] in
            for connection in connections.values { connection.tick() }
            if let batch = due.take(at: loop.now) { application.check(batch, mailbox.sender) }
            limitWriteBuffers()
        }
    }

    // MARK: - Connections

    private func receive(_ message: LoopMessage) {
        switch message {
        case .adopt(let descriptor, let isOverLimit): adopt(descriptor, isOverLimit: isOverLimit)
        case .answer(let ticket, let outcome): connections[ticket.connection]?.finish(ticket, outcome)
        case .piece(let ticket, let piece): connections[ticket.connection]?.take(piece, ticket)
        case .learn(let segment, let record): records.store(record, for: segment)
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

    // MARK: - Requests

    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from responder: any Responder) {
        let path = request.bytes.span.extracting(request.path)
        do throws(RequestError) {
            let route = try Router.route(path)
            let requestLog = makeRequestLog(route.name, request)
            if let response = application.generalResponse(to: request, route) {
                responder.answer(.response(response), requestLog: requestLog)
            } else {
                answer(route, path, request, responder, requestLog)
            }
        } catch {
            let response = application.generalResponse(to: request, nil) ?? Problem(error).response
            responder.answer(.response(response), requestLog: makeRequestLog(.none, request))
        }
    }

    private func answer(
        _ route: Route, _ path: Span<UInt8>, _ request: borrowing Request, _ responder: any Responder, _ requestLog: RequestLog
    ) {
        guard case .image(let identifier, let question) = route else {
            if case .imageList = route {
                let (reply, work) = responder.answerLater(requestLog: requestLog)
                return application.listImages(request, reply, work)
            }
            if case .manifest(let identifier) = route {
                let (reply, work) = responder.answerLater(requestLog: requestLog)
                return application.answerManifest(identifier.map { path.extracting($0).array }, request, reply, work)
            }
            if case .forgetting(let identifier) = route, request.method == .delete {
                let (reply, work) = responder.answerLater(requestLog: requestLog)
                return application.forget(identifier: path.extracting(identifier).array, reply, work)
            }
            let response = application.response(to: route, request).negotiated(for: request)
            return responder.answer(.response(response), requestLog: requestLog)
        }
        let segment = path.extracting(identifier)
        let known = usableRecord(for: segment)
        guard let record = known, !question.belongsOnWorker else {
            let (reply, work) = responder.answerLater(requestLog: requestLog)
            if let known, case .gesture = question { return application.answerGesture(of: known, request, reply, work) }
            return application.answer(question, identifier: segment.array, request, reply, work)
        }
        do throws(Problem) {
            switch try application.answers.resolve(question, of: record, request) {
            case .response(let response):
                responder.answer(.response(response.negotiated(for: request)), requestLog: requestLog)
            case .streamed(let response, let body):
                responder.answer(.streamed(response, body), requestLog: requestLog)
            case .product(let product, let lane, let link):
                if let outcome = application.outcomeAtHand(product, of: record, link: link, request) {
                    responder.answer(outcome, requestLog: requestLog)
                } else {
                    let (reply, work) = responder.answerLater(requestLog: requestLog)
                    application.make(product, for: question, of: record, lane: lane, link: link, request, reply, work)
                }
            }
        } catch {
            responder.answer(.response(error.response(to: question)), requestLog: requestLog)
        }
    }

    /// The record of a raw segment, where it can be used without a look at its file; sees to it that the file is looked at in time.
    private func usableRecord(for segment: Span<UInt8>) -> ImageRecord? {
        guard let record = records.record(for: segment) else { return nil }
        let currency = record.currency()
        if currency == .due { due.add(record, segment.array) }
        if let batch = due.take(at: loop.now) { application.check(batch, mailbox.sender) }
        return currency == .stale ? nil : record
    }

    private func makeRequestLog(_ route: RouteName, _ request: borrowing Request) -> RequestLog {
        guard application.configuration.accessLog else { return RequestLog(route: route, start: loop.now, line: nil) }
        let target = request.bytes[request.path.lowerBound..<(request.query?.upperBound ?? request.path.upperBound)]
        let line = AccessLine(method: "\(request.method)".uppercased(), target: String(decoding: target, as: UTF8.self))
        return RequestLog(route: route, start: loop.now, line: line)
    }
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

extension Span<UInt8> {
    /// A copy.
    fileprivate var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
