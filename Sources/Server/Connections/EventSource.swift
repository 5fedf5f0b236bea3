// EventSource: a stream of events for one client, as the body of an answer.

/// A source of server-sent events for one connection. It releases its resources when it is deallocated.
protocol EventSource: AnyObject, Sendable {
    /// Begins to send events to a connection, after the head of the answer. Loop thread; must not block.
    func begin(_ reply: Reply)

    /// Stops sending events. Any thread, any number of times.
    func cancel()
}
