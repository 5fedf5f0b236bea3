// EventSource: what tells events to one listener, as the body of an answer.

/// A stream of server-sent events, for one connection. What it holds is let go when nobody holds the source any more.
protocol EventSource: AnyObject, Sendable {
    /// Begins to tell a connection, whose head has been sent. Loop thread; must not wait.
    func begin(_ reply: Reply)

    /// The connection listens no longer. Any thread, any number of times.
    func cancel()
}
