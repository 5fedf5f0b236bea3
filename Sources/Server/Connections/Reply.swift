// How a worker answers a request.

internal import EventLoop
internal import Library

/// The way back to the connection that asked. Any thread. An answer that comes after the connection has gone is dropped.
struct Reply: Sendable {
    let mailbox: Mailbox<LoopMessage>.Sender
    let ticket: Ticket

    func send(_ outcome: Outcome) { mailbox.send(.answer(ticket, outcome)) }

    /// Sends more of the body of an answer that was sent before.
    func send(piece: BodyPiece) { mailbox.send(.piece(ticket, piece)) }

    /// Lets the loop find the record by these bytes from now on.
    func learn(_ segment: [UInt8], _ record: ImageRecord) { mailbox.send(.learn(segment: segment, record)) }
}
