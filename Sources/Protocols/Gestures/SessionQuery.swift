// SessionQuery: the session that a client wants to follow.

/// The query of /viewport/{id}/events.
public struct SessionQuery: Hashable, Sendable {
    /// The name of the session.
    public let session: String

    /// Parses a raw query without its "?".
    /// - Throws: `RequestError` when the session is missing, given twice, or not a valid name.
    public init(_ query: Span<UInt8>) throws(RequestError) {
        let values = try QueryString.values(of: ["session"], in: query)
        guard let name = values[0], GestureEvent.isName(name) else {
            throw RequestError(.badRequest, "session", value: values[0], allowed: GestureEvent.nameForms)
        }
        session = name
    }
}
