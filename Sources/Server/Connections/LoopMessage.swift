// LoopMessage: the messages of other threads to a loop.

internal import Library

/// A message to a loop, sent through its mailbox.
enum LoopMessage: Sendable {
    /// An accepted socket. A connection over the limit is answered with 503 and closed.
    case adopt(descriptor: Int32, isOverLimit: Bool)
    /// The answer to a request that was left to be answered later.
    case answer(Ticket, Outcome)
    /// The next piece of the body of an answer.
    case piece(Ticket, BodyPiece)
    /// The record that an identifier in a URL leads to.
    case learn(segment: [UInt8], ImageRecord)
    /// Close idle connections, and the others after their answers.
    case drain
    /// Close all connections at once.
    case stop
}

/// Identifies a request of a connection of the loop.
struct Ticket: Hashable, Sendable {
    let connection: Int
    let sequence: Int
}
