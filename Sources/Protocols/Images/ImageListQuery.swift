// ImageListQuery: the requested page of the list of images.

/// The query of a list of images.
public struct ImageListQuery: Hashable, Sendable {
    /// The cursor from the previous page; nil for the first page.
    public let after: String?

    /// The most images in the answer, 1 to 1000.
    public let limit: Int

    /// The limit when the query does not give one.
    public static let defaultLimit = 100

    /// Parses a raw query without its "?". Unknown parameters are ignored.
    /// - Throws: `RequestError` when the limit is not a whole number from 1 to 1000, or a parameter is given twice.
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
