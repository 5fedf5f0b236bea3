// Responder: the way from a request to its answer, without the protocol of the connection.

/// Takes the answer to the request that is being handled. Loop thread only.
protocol Responder: AnyObject {
    /// Answers the request at once.
    func answer(_ outcome: Outcome, requestLog: RequestLog)

    /// Leaves the request to be answered later.
    /// - Returns: the reply, which sends the answer from any thread, and the work that the connection cancels when the client goes away.
    func answerLater(requestLog: RequestLog) -> (Reply, PendingWork)
}
