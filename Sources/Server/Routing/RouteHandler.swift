// RouteHandler: a route that a path was read as. It says where it is answered, and answers.

internal import HTTP
internal import Library
internal import Workers

/// Where a handler runs.
enum AnswerPlace: Sendable {
    /// On the loop, at once. The handler must not touch the disk or take long.
    case loop
    /// On a worker thread, as a job of this lane. The handler may read files.
    case worker(Lane)
    /// On the thread for events of gestures, so that an event never waits behind the tiles that it is about. The handler must not touch the
    /// disk.
    case gestureThread
}

/// What both kinds of handlers have in common.
///
/// A handler is a small value. On the loop it is used as its concrete type and nothing is allocated for it; a copy travels to a worker.
protocol RouteHandler: Sendable {
    /// The name under which the metrics count the request.
    var name: RouteName { get }

    /// The methods that the route answers. `RouteHandler` has GET and HEAD.
    var methods: AllowedMethods { get }

    /// Where the handler runs. `RouteHandler` has the loop.
    func place(for method: Method) -> AnswerPlace

    /// The response that reports a problem on this route. `RouteHandler` has problem details. Any thread.
    func refusal(_ problem: Problem, _ application: Application) -> Response
}

extension RouteHandler {
    var methods: AllowedMethods { .reading }

    func place(for method: Method) -> AnswerPlace { .loop }

    func refusal(_ problem: Problem, _ application: Application) -> Response { problem.response }
}

/// A handler that answers about one image.
protocol ImageHandler: RouteHandler {
    /// Answers about an image. Where the loop does not know the image's record, a worker looks it up and runs the handler itself.
    /// - Throws: why the image has no such answer.
    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer
}

/// A handler that needs no image.
protocol PlainHandler: RouteHandler {
    /// - Throws: why there is no answer.
    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer
}

/// What a handler works with.
struct AnswerContext {
    let application: Application
    /// The answer that a connection waits for; nil on the loop.
    private let pending: (reply: Reply, work: PendingWork)?

    /// The context of a handler on a loop.
    init(_ application: Application) {
        self.application = application
        pending = nil
    }

    /// The context of a handler on another thread.
    init(_ application: Application, _ reply: Reply, _ work: PendingWork) {
        self.application = application
        pending = (reply, work)
    }

    /// True when the client has gone away.
    var isCancelled: Bool { pending?.work.isCancelled ?? false }

    /// Tells the loop which record an identifier names.
    /// - Parameter segment: the identifier's raw path segment.
    func learn(_ segment: [UInt8], _ record: ImageRecord) { pending?.reply.learn(segment, record) }
}

extension Request {
    /// A copy of a part of the path.
    /// - Parameter range: counts from the path's first byte.
    func pathBytes(_ range: Range<Int>) -> [UInt8] {
        Array(bytes[path.lowerBound + range.lowerBound..<path.lowerBound + range.upperBound])
    }
}

// A group that has no handler of one of the kinds names Never.
extension Never: ImageHandler, PlainHandler {
    var name: RouteName { switch self {} }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        switch self {}
    }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer { switch self {} }
}
