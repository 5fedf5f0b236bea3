// What other threads tell a loop.

internal import Library

/// A message to a loop, by way of its mailbox.
enum LoopMessage: Sendable {
    /// A new connection, as the descriptor of its socket. One over the limit is told so and closed.
    case adopt(descriptor: Int32, isOverLimit: Bool)
    /// The answer to a request that was answered later.
    case answer(Ticket, Outcome)
    /// More of the body of an answer.
    case piece(Ticket, BodyPiece)
    /// An identifier in a URL that leads to this record.
    case learn(segment: [UInt8], ImageRecord)
    /// Close what is idle, finish what runs.
    case drain
    /// Close everything.
    case stop
}

/// Which request of which connection an answer belongs to.
struct Ticket: Hashable, Sendable {
    let connection: Int
    let sequence: Int
}
