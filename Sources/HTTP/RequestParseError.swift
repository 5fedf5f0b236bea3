// RequestParseError: the reasons for which the parser refuses a request, with their statuses.

/// A refused request. The connection cannot be used after it, since the beginning of the next request is unknown.
public enum RequestParseError: Error, Sendable, Equatable {
    /// Not HTTP, or ambiguous HTTP, with the reason in words.
    case malformed(String)
    /// The target has more bytes than `RequestLimits.target`.
    case targetTooLong(limit: Int)
    /// The header fields have more bytes than `RequestLimits.head`.
    case headTooLarge(limit: Int)
    /// There are more header fields than `RequestLimits.fieldCount`.
    case tooManyFields(limit: Int)
    /// The body has more bytes than `RequestLimits.body`.
    case bodyTooLarge(limit: Int)
    /// The version is neither HTTP/1.1 nor HTTP/1.0.
    case versionNotSupported
    /// A method that llhttp does not know, that is, one outside the IANA registry.
    case methodUnknown

    /// The status of the response: 400, 413, 414, 431, 501 or 505.
    public var status: Status {
        switch self {
        case .malformed: .badRequest
        case .targetTooLong: .uriTooLong
        case .headTooLarge, .tooManyFields: .headerFieldsTooLarge
        case .bodyTooLarge: .contentTooLarge
        case .versionNotSupported: .versionNotSupported
        case .methodUnknown: .notImplemented
        }
    }

    /// The reason in words, for the response's body.
    public var detail: String {
        switch self {
        case .malformed(let reason): reason
        case .targetTooLong(let limit): "The request target is longer than \(limit) bytes."
        case .headTooLarge(let limit): "The header fields are longer than \(limit) bytes together."
        case .tooManyFields(let limit): "There are more than \(limit) header fields."
        case .bodyTooLarge(let limit): "The body is longer than \(limit) bytes."
        case .methodUnknown: "The request's method is none that this server knows."
        case .versionNotSupported: "Only HTTP/1.1 and HTTP/1.0 are spoken here."
        }
    }
}
