// ConnectionStage: an HTTP/1 connection over a transport in memory, with a clock that the test moves.

import EventLoop
import HTTP
@testable import Server
import Synchronization
import TestSupport

/// The loop of one connection. It answers by the path of a request: `/later…` when the test says so, `/events` and `/file` in pieces that
/// the test sends, `/large` with five million bytes, and any other path at once with the path as the body.
final class ConnectionStage: ConnectionOwner {
    /// A source of events that does nothing by itself.
    final class Events: EventSource {
        let isCancelled = Atomic<Bool>(false)
        func begin(_ reply: Reply) {}
        func cancel() { isCancelled.store(true, ordering: .relaxed) }
    }

    var now: UInt64 = 1_000_000
    var isDraining = false
    let requestTimeout: UInt64 = 30_000
    let writer = HTTP1Writer()
    let client = MemoryTransport()
    private(set) var connection: HTTP1Connection! = nil
    /// The paths of the requests that were handled.
    private(set) var paths: [String] = []
    /// The requests that wait for `finish`.
    private(set) var waiting: [(reply: Reply, work: PendingWork)] = []
    /// The statuses of all answers.
    private(set) var statuses: [Int] = []
    /// The source of the last answer to `/events`.
    private(set) var events: Events?
    private(set) var isForgotten = false
    private let loop: Loop
    private let mailbox: Mailbox<LoopMessage>

    init() throws {
        loop = try Loop()
        mailbox = try Mailbox(on: loop) { _ in }
        connection = HTTP1Connection(number: 7, owner: self, transport: client, trustsPeer: false)
    }

    /// Ends the references between stage and connection. Call at the end of each test.
    func stop() {
        if !isForgotten { connection.close() }
        connection = nil
        mailbox.close()
    }

    func handle(_ request: borrowing Request, from responder: any Responder) {
        let path = String(decoding: request.bytes[request.path], as: UTF8.self)
        paths.append(path)
        let log = RequestLog(route: .none, start: now, line: nil)
        switch path {
        case "/events":
            let events = Events()
            self.events = events
            responder.answer(.streamed(Fields.eventStream, .events(events)), requestLog: log)
        case "/large":
            responder.answer(.response(Response(.ok, body: [UInt8](repeating: 0x78, count: 5_000_000))), requestLog: log)
        case _ where path.hasPrefix("/later"):
            waiting.append(responder.answerLater(requestLog: log))
        default:
            responder.answer(.response(Response(.ok, body: Array(path.utf8))), requestLog: log)
        }
    }

    func reply(to ticket: Ticket) -> Reply { Reply(mailbox: mailbox.sender, ticket: ticket) }

    func didAnswer(_ requestLog: RequestLog, status: Status, byteCount: Int) { statuses.append(status.rawValue) }

    func forget(_ connection: HTTP1Connection) { isForgotten = true }

    // MARK: - The test's side

    /// The client sends a GET request for each path, all at once.
    func get(_ paths: String..., fields: String = "") {
        client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }.joined())
    }

    /// A worker answers the request that has waited longest, with a text.
    func finish(_ text: String) {
        let (reply, _) = waiting.removeFirst()
        connection.finish(reply.ticket, .response(Response(.ok, body: Array(text.utf8))))
        client.deliver()
    }

    /// Moves the clock and checks deadlines once a second, as the loop does.
    func wait(seconds: Int) {
        for _ in 0..<seconds {
            now += 1_000
            if !isForgotten { connection.tick() }
            client.deliver()
        }
    }

    /// The bodies of the answers that were written since the last call, all of which have a length.
    func bodies() -> [String] {
        client.takeText().components(between: "\r\n\r\n", "HTTP/1.1")
    }
}

extension String {
    /// The parts of a text that begin behind `start` and end before the next `end`.
    fileprivate func components(between start: String, _ end: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let begin = rest.firstRange(of: start)?.upperBound {
            rest = rest[begin...]
            let stop = rest.firstRange(of: end)?.lowerBound ?? rest.endIndex
            parts.append(String(rest[..<stop]))
            rest = rest[stop...]
        }
        return parts
    }
}
