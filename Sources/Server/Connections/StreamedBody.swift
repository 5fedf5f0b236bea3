// StreamedBody: a body that follows its head in pieces.

/// The source of the pieces of a body.
enum StreamedBody: Sendable {
    /// A range of a file. Each piece is read after the piece before it has been sent.
    case file(FileBody)
    /// A stream of events. Each is sent when it happens.
    case events(any EventSource)

    /// True for a stream that has no length and may last as long as the connection.
    var isEndless: Bool { if case .events = self { true } else { false } }
}

/// A piece of a body, sent from another thread to the connection.
enum BodyPiece: Sendable, Equatable {
    case bytes([UInt8], isLast: Bool)
    /// The rest of the body is not available.
    case broken
}
