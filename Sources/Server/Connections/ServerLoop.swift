// One event loop with its connections: the hot path from a parsed request to the written answer.

internal import Caching
internal import EventLoop
private import Glibc
internal import HTTP
internal import Library
private import Protocols
private import Workers

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
    private let records = RecordTable()
    private var due = DueRecords()
    private let encoder = ResponseEncoder(lives: Fields.lives)

    init(_ application: Application, on loop: Loop, load: LoopLoad) throws(UVError) {
        self.application = application
        self.loop = loop
        self.load = load
        mailbox = try Mailbox(on: loop) { [unowned self] in receive($0) }
        timer = try Timer(on: loop, every: 1_000) { [unowned self] in
            for connection in connections.values { connection.checkDeadline() }
            if let batch = due.take(at: loop.now) { application.check(batch, mailbox.sender) }
            boundUnwritten()
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

    // MARK: - Requests

    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from connection: Connection) {
        let framing = Connection.Framing(isHead: request.method == .head, keepsAlive: request.keepsAlive, isHTTP10: request.isHTTP10)
        let path = request.bytes.span.extracting(request.path)
        do throws(RequestError) {
            let route = try Router.route(path)
            let requestLog = makeRequestLog(route.name, request)
            if let response = application.generalResponse(to: request, route) {
                connection.answer(.response(response), framing: framing, requestLog: requestLog)
            } else {
                answer(route, path, request, connection, framing, requestLog)
            }
        } catch {
            let response = application.generalResponse(to: request, nil) ?? Problem(error).response
            connection.answer(.response(response), framing: framing, requestLog: makeRequestLog(.none, request))
        }
    }

    private func answer(
        _ route: Route, _ path: Span<UInt8>, _ request: borrowing Request, _ connection: Connection, _ framing: Connection.Framing,
        _ requestLog: RequestLog
    ) {
        guard case .image(let identifier, let question) = route else {
            if case .imageList = route {
                let (reply, work) = connection.answersLater(framing: framing, requestLog: requestLog)
                return application.listImages(request, reply, work)
            }
            if case .manifest(let identifier) = route {
                let (reply, work) = connection.answersLater(framing: framing, requestLog: requestLog)
                return application.answerManifest(identifier.map { path.extracting($0).array }, request, reply, work)
            }
            if case .forgetting(let identifier) = route, request.method == .delete {
                let (reply, work) = connection.answersLater(framing: framing, requestLog: requestLog)
                return application.forget(identifier: path.extracting(identifier).array, reply, work)
            }
            let response = application.response(to: route, request).negotiated(for: request)
            return connection.answer(.response(response), framing: framing, requestLog: requestLog)
        }
        let segment = path.extracting(identifier)
        let known = usableRecord(for: segment)
        guard let record = known, !question.belongsOnWorker else {
            let (reply, work) = connection.answersLater(framing: framing, requestLog: requestLog)
            if let known, case .gesture = question { return application.answerGesture(of: known, request, reply, work) }
            return application.answer(question, identifier: segment.array, request, reply, work)
        }
        do throws(Problem) {
            switch try application.answers.resolve(question, of: record, request) {
            case .response(let response):
                connection.answer(.response(response.negotiated(for: request)), framing: framing, requestLog: requestLog)
            case .streamed(let response, let body):
                connection.answer(.streamed(response, body), framing: framing, requestLog: requestLog)
            case .product(let product, let lane, let link):
                if let outcome = application.outcomeAtHand(product, of: record, link: link, request) {
                    connection.answer(outcome, framing: framing, requestLog: requestLog)
                } else {
                    let (reply, work) = connection.answersLater(framing: framing, requestLog: requestLog)
                    application.make(product, for: question, of: record, lane: lane, link: link, request, reply, work)
                }
            }
        } catch {
            connection.answer(.response(error.response(to: question)), framing: framing, requestLog: requestLog)
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

extension Span<UInt8> {
    /// A copy.
    fileprivate var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
