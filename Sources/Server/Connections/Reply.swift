// Reply: the way for other threads to answer a request.

internal import EventLoop
internal import Library

/// Sends an answer to the connection of a request. Any thread. An answer is dropped when its request is not current any more.
struct Reply: Sendable {
    let mailbox: Mailbox<LoopMessage>.Sender
    let ticket: Ticket

    /// Sends the answer, or its head when the body follows in pieces.
    func send(_ outcome: Outcome) { mailbox.send(.answer(ticket, outcome)) }

    /// Sends the next piece of the body of an answer that was sent before.
    func send(piece: BodyPiece) { mailbox.send(.piece(ticket, piece)) }

    /// Lets the loop find the record by this path segment from now on.
    func learn(_ segment: [UInt8], _ record: ImageRecord) { mailbox.send(.learn(segment: segment, record)) }
}
