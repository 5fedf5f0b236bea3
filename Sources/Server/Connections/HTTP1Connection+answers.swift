// The answers of an HTTP/1 connection: at once, later, or piece by piece.

private import HTTP

extension HTTP1Connection: Responder {
    func answer(_ outcome: Outcome, requestLog: RequestLog) {
        if owner.isDraining { framing.keepsAlive = false }
        // A body of unknown length ends with the connection in HTTP/1.0.
        if framing.isHTTP10, case .streamed(let response, _) = outcome, response.length == .open { framing.keepsAlive = false }
        let written = owner.writer.write(outcome, to: transport, framing: framing)
        owner.didAnswer(requestLog, status: written.status, byteCount: written.byteCount)
        guard written.isComplete else { return close() }
        if case .streamed(_, let body) = outcome, !framing.isHead { return begin(body) }
        perform(state.didAnswer(keepsAlive: framing.keepsAlive, hasPendingBytes: transport.pendingBytes > 0, now: owner.now))
    }

    func answerLater(requestLog: RequestLog) -> (Reply, PendingWork) {
        let work = PendingWork()
        pending = (work, requestLog)
        state.awaitAnswer(timeout: owner.requestTimeout, now: owner.now)
        return (owner.reply(to: ticket), work)
    }

    /// The current request.
    private var ticket: Ticket { Ticket(connection: number, sequence: state.requestNumber) }

    /// Writes an answer from another thread. Drops it when its request is not current any more.
    func finish(_ ticket: Ticket, _ outcome: Outcome) {
        guard state.didReceiveAnswer(to: ticket.sequence), let requestLog = pending?.requestLog else { return }
        pending = nil
        answer(outcome, requestLog: requestLog)
        if state.phase == .reading { perform(.resume) }
    }

    /// Answers a request that took too long.
    func abandonRequest() {
        guard let (work, requestLog) = pending else { return }
        pending = nil
        work.cancel()
        let detail = "The answer was not ready within \(owner.requestTimeout / 1_000) seconds."
        answer(.response(Problem(.serviceUnavailable, detail, retryAfter: 2).response), requestLog: requestLog)
    }

    // MARK: - Bodies

    private func begin(_ body: StreamedBody) {
        let sink = HTTP1BodySink(transport: transport, isChunked: body.isEndless && !framing.isHTTP10)
        let sender = BodySender(body, reply: owner.reply(to: ticket), to: sink, now: owner.now)
        self.sender = sender
        state.beginBody(isEndless: body.isEndless)
        sender.begin()
        // The server may have begun to stop before.
        if owner.isDraining { perform(.endBody) }
    }

    /// Writes a piece of the body from another thread. Drops it when its answer is not current any more.
    func take(_ piece: BodyPiece, _ ticket: Ticket) {
        guard let sender, sender.answers(ticket) else { return }
        step { $0.take(piece, now: owner.now) }
    }

    /// Moves the body on and does what that requires.
    func step(_ move: (BodySender) -> BodySender.Step) {
        guard let sender else { return }
        switch move(sender) {
        case .goesOn: break
        case .isBroken: close()
        case .isDone:
            self.sender = nil
            perform(
                state.didEndBody(
                    keepsAlive: framing.keepsAlive && !owner.isDraining, hasPendingBytes: transport.pendingBytes > 0, now: owner.now))
        }
    }
}
