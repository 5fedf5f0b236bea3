// RequestDispatcher: the path of a request on its loop, from the parsed request to the handler that answers it.

internal import EventLoop
internal import HTTP
internal import Library
private import Protocols

/// Dispatches the requests of one loop. Every request of every route takes this path. Loop thread only.
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

    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from responder: any Responder) {
        do throws(RequestError) {
            try application.routes.dispatch(request, from: responder, by: self)
        } catch {
            let current = CurrentRequest(responder, makeRequestLog(.none, request))
            let response = application.generalResponse(to: request, methods: .reading) ?? Problem(error).response
            current.answer(Outcome(response, for: request))
        }
    }

    /// Answers a question about an image: on the loop where the handler may run there and the record is known, else on another thread.
    /// - Parameter identifier: where the encoded identifier lies, counted from the path's first byte.
    func answer(
        _ handler: some ImageHandler, ofImage identifier: Range<Int>, _ request: borrowing Request, from responder: any Responder
    ) {
        guard let current = admit(handler, request, responder) else { return }
        let segment = request.bytes.span.extracting(request.target).extracting(identifier)
        let known = usableRecord(for: segment)
        let place = handler.place(for: request.method)
        guard let record = known, case .loop = place else {
            let (reply, work) = current.answerLater()
            return application.answer(handler, at: place, identifier: segment.array, known: known, request, reply, work)
        }
        do throws(Problem) {
            let answer = try handler.answer(of: record, to: request, AnswerContext(application))
            finish(handler, try application.delivery(of: answer, for: request), request, current)
        } catch {
            current.answer(Outcome(handler.refusal(error, application), for: request))
        }
    }

    /// Answers a question about no image.
    func answer(_ handler: some PlainHandler, _ request: borrowing Request, from responder: any Responder) {
        guard let current = admit(handler, request, responder) else { return }
        let place = handler.place(for: request.method)
        guard case .loop = place else {
            let (reply, work) = current.answerLater()
            return application.answer(handler, at: place, request, reply, work)
        }
        do throws(Problem) {
            let answer = try handler.answer(to: request, AnswerContext(application))
            finish(handler, try application.delivery(of: answer, for: request), request, current)
        } catch {
            current.answer(Outcome(handler.refusal(error, application), for: request))
        }
    }

    /// Begins the answer to a request. Nil where the request was answered already, because what it asks does not depend on the route.
    private func admit(_ handler: some RouteHandler, _ request: borrowing Request, _ responder: any Responder) -> CurrentRequest? {
        let current = CurrentRequest(responder, makeRequestLog(handler.name, request))
        guard let response = application.generalResponse(to: request, methods: handler.methods) else { return current }
        current.answer(Outcome(response, for: request))
        return nil
    }

    private func finish(
        _ handler: some RouteHandler, _ delivery: Application.Delivery, _ request: borrowing Request, _ current: CurrentRequest
    ) {
        switch delivery {
        case .ready(let outcome): current.answer(outcome)
        case .toMake(let product):
            let (reply, work) = current.answerLater()
            application.make(product, for: handler, request, reply, work)
        }
    }

    private func makeRequestLog(_ route: RouteName, _ request: borrowing Request) -> RequestLog {
        guard application.configuration.accessLog else { return RequestLog(route: route, start: loop.now, line: nil) }
        let target = String(decoding: request.bytes[request.target], as: UTF8.self)
        let line = AccessLine(method: "\(request.method)".uppercased(), target: target)
        return RequestLog(route: route, start: loop.now, line: line)
    }

    // MARK: - Records

    /// Uses a record for an identifier from now on.
    /// - Parameter segment: the identifier as URLs encode it.
    func learn(_ segment: [UInt8], _ record: ImageRecord) { records.store(record, for: segment) }

    /// Sends the records whose files have to be checked to a worker. Called about once a second, and by requests.
    func checkDueRecords() {
        if let batch = due.take(at: loop.now) { application.check(batch, mailbox) }
    }

    /// The record of an encoded identifier, if it can be used without a look at its file. Has the file checked in time.
    private func usableRecord(for segment: Span<UInt8>) -> ImageRecord? {
        guard let record = records.record(for: segment) else { return nil }
        let currency = record.currency()
        if currency == .due { due.add(record, segment.array) }
        checkDueRecords()
        return currency == .stale ? nil : record
    }
}

@available(*, unavailable)
extension RequestDispatcher: Sendable {}

/// The request that is being dispatched, as the way back to its connection.
private struct CurrentRequest {
    private let responder: any Responder
    private let requestLog: RequestLog

    init(_ responder: any Responder, _ requestLog: RequestLog) {
        self.responder = responder
        self.requestLog = requestLog
    }

    /// Answers at once.
    func answer(_ outcome: Outcome) { responder.answer(outcome, requestLog: requestLog) }

    /// Lets the connection wait for an answer from another thread.
    func answerLater() -> (Reply, PendingWork) { responder.answerLater(requestLog: requestLog) }
}

extension Request {
    /// Path and query as they came, in `bytes`.
    fileprivate var target: Range<Int> { path.lowerBound..<(query?.upperBound ?? path.upperBound) }
}

extension Span<UInt8> {
    /// A copy.
    fileprivate var array: [UInt8] { unsafe withUnsafeBufferPointer { unsafe Array($0) } }
}
