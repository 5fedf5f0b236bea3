// SessionQuery: which session a client wants to follow.

/// The query of /viewport/{id}/events.
public struct SessionQuery: Hashable, Sendable {
    /// The session's name.
    public let session: String

    /// Reads a raw query, without its "?".
    /// - Throws: where the session is missing, given twice, or no name of one.
    public init(_ query: Span<UInt8>) throws(RequestError) {
        let values = try QueryString.values(of: ["session"], in: query)
        guard let name = values[0], GestureEvent.isName(name) else {
            throw RequestError(.badRequest, "session", value: values[0], allowed: GestureEvent.nameForms)
        }
        session = name
    }
}
