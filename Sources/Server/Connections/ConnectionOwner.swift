// ConnectionOwner: the services of a loop that a connection uses.

internal import HTTP

/// The loop of a connection, as the connection sees it. Loop thread only.
protocol ConnectionOwner: AnyObject {
    /// The time in milliseconds of the loop's clock.
    var now: UInt64 { get }
    /// True when the server is stopping: connections are closed after the current answer.
    var isDraining: Bool { get }
    /// Milliseconds within which a request is answered.
    var requestTimeout: UInt64 { get }
    /// Writes the answers of all HTTP/1 connections of the loop.
    var writer: HTTP1Writer { get }
    /// Answers a request, now or later.
    func handle(_ request: borrowing Request, from responder: any Responder)
    /// The way for other threads to answer a request.
    func reply(to ticket: Ticket) -> Reply
    /// Counts and logs an answer.
    /// - Parameter byteCount: the bytes of the body.
    func didAnswer(_ requestLog: RequestLog, status: Status, byteCount: Int)
    /// Forgets a connection that has closed.
    func forget(_ connection: HTTP1Connection)
}
