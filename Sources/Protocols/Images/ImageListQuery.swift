// ImageListQuery: which stretch of the list of images is asked for.

/// The parameters of a list of images.
public struct ImageListQuery: Hashable, Sendable {
    /// The cursor that the list before ended with; nil for the beginning.
    public let after: String?

    /// The most images that the list may hold, 1 to 1000.
    public let limit: Int

    /// How many images a list holds where the query does not say.
    public static let defaultLimit = 100

    /// Reads a raw query, without its "?". Parameters that a list does not have are ignored.
    /// - Throws: a limit that is no whole number from 1 to 1000, a parameter given twice.
    public init(_ query: Span<UInt8>) throws(RequestError) {
        let values = try QueryString.values(of: ["after", "limit"], in: query)
        after = values[0]
        guard let text = values[1] else {
            limit = Self.defaultLimit
            return
        }
        guard let limit = Int(text), (1...1000).contains(limit) else {
            throw RequestError(.badRequest, "limit", value: text, allowed: "a whole number from 1 to 1000")
        }
        self.limit = limit
    }
}
