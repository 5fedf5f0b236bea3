// A parsed request: one array of bytes and the ranges of what lies in it.

/// A request whose head (and body, where it has one) is complete and within the limits.
///
/// Bytes are kept as they came; the path is neither decoded nor normalised, so that protocols can split it before decoding.
/// The parser reuses the storage for the next request; a copy that outlives the handler's call is safe and costs one copy of the bytes.
public struct Request: Sendable {
    /// The request method.
    public internal(set) var method = Method.other
    /// Target, header values and body, in the order in which they came.
    public internal(set) var bytes: [UInt8] = []
    /// The raw path in `bytes`, beginning with "/"; "*" for `OPTIONS *`.
    public internal(set) var path = 0..<0
    /// The raw query in `bytes`, without the "?"; nil where the target has none.
    public internal(set) var query: Range<Int>?
    /// The body in `bytes`.
    public internal(set) var body = 0..<0
    /// Whether the connection stays open after the response, as the client has it (RFC 9112, 9.3).
    public internal(set) var keepsAlive = true
    /// Whether the client speaks HTTP/1.0.
    public internal(set) var isHTTP10 = false
    var fields = InlineArray<15, Range<Int>?>(repeating: nil)

    /// Where the value of a header field lies in `bytes`, white space around it removed. Repeated fields are joined with ", ".
    public subscript(field: RequestField) -> Range<Int>? { fields[field.rawValue] }

    /// The value of a header field as text; bytes that are not UTF-8 are replaced.
    public func text(_ field: RequestField) -> String? {
        fields[field.rawValue].map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    mutating func reset() {
        method = .other
        bytes.removeAll(keepingCapacity: true)
        path = 0..<0
        query = nil
        body = 0..<0
        fields = InlineArray(repeating: nil)
    }
}
