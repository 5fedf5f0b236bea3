// StreamedBody: a body that is not there as a whole when its head is sent.

/// What makes the pieces of a body.
enum StreamedBody: Sendable {
    /// A range of a file, each piece read when the one before has gone.
    case file(FileBody)
    /// Events, each sent when it happens.
    case events(any EventSource)

    /// Whether it lasts as long as somebody listens.
    var isEndless: Bool { if case .events = self { true } else { false } }
}

/// A piece of a body, on its way from another thread to the connection.
enum BodyPiece: Sendable, Equatable {
    case bytes([UInt8], isLast: Bool)
    /// There is no more, though there should be.
    case broken
}
