// Request: a parsed request as one array of bytes and ranges within it.

/// A request with a complete head (and body, if any) within the limits.
///
/// The bytes are unchanged. The path is neither decoded nor normalised, so that protocols can split it before they decode it. The parser
/// reuses the storage for the next request. A handler may keep a copy; it costs one copy of the bytes.
public struct Request: Sendable {
    /// The request method.
    public internal(set) var method = Method.other
    /// Target, header values and body, in the order of their arrival.
    public internal(set) var bytes: [UInt8] = []
    /// The raw path in `bytes`, beginning with "/"; "*" for `OPTIONS *`.
    public internal(set) var path = 0..<0
    /// The raw query in `bytes`, without the "?"; nil when the target has no "?".
    public internal(set) var query: Range<Int>?
    /// The body in `bytes`.
    public internal(set) var body = 0..<0
    /// True when the client keeps the connection open after the response (RFC 9112, 9.3).
    public internal(set) var keepsAlive = true
    /// True for a request of HTTP/1.0.
    public internal(set) var isHTTP10 = false
    var fields = InlineArray<15, Range<Int>?>(repeating: nil)

    /// The range in `bytes` of the value of a header field, without white space at the ends. The values of repeated fields are joined with
    /// ", ".
    /// - Returns: nil when the request does not have the field.
    public subscript(field: RequestField) -> Range<Int>? { fields[field.rawValue] }

    /// The value of a header field as text. Bytes that are not UTF-8 are replaced.
    /// - Returns: nil when the request does not have the field.
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
