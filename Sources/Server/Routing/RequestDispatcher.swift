// RequestDispatcher: the path of a request on its loop, from the parsed request to the function that answers it.

internal import EventLoop
internal import HTTP
internal import Library
private import Protocols
private import Pyramids

/// Dispatches the requests of one loop. Loop thread only.
final class RequestDispatcher {
    private let application: Application
    private let loop: Loop
    private let mailbox: Mailbox<LoopMessage>.Sender
    private let records = RecordTable()
    private var due = DueRecords()

    /// - Parameter mailbox: receives answers and records from worker threads.
    init(_ application: Application, on loop: Loop, mailbox: Mailbox<LoopMessage>.Sender) {
        self.application = application
        self.loop = loop
        self.mailbox = mailbox
    }

    /// Uses the record for an identifier from now on.
    /// - Parameter segment: the identifier's raw path segment.
    func learn(_ segment: [UInt8], _ record: ImageRecord) { records.store(record, for: segment) }

    /// Sends records whose files have to be checked to a worker. Called about once a second.
    func checkDueRecords() {
        if let batch = due.take(at: loop.now) { application.check(batch, mailbox) }
    }

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
        checkDueRecords()
        return currency == .stale ? nil : record
    }

    private func makeRequestLog(_ route: RouteName, _ request: borrowing Request) -> RequestLog {
        guard application.configuration.accessLog else { return RequestLog(route: route, start: loop.now, line: nil) }
        let target = request.bytes[request.path.lowerBound..<(request.query?.upperBound ?? request.path.upperBound)]
        let line = AccessLine(method: "\(request.method)".uppercased(), target: String(decoding: target, as: UTF8.self))
        return RequestLog(route: route, start: loop.now, line: line)
    }
}

@available(*, unavailable)
extension RequestDispatcher: Sendable {}

extension Span<UInt8> {
    /// A copy.
    fileprivate var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
