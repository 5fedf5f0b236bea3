// Why a request cannot be taken, and the status that says so.

/// A request that the parser refuses. The connection cannot be used after it: where the next request begins is unknown.
public enum RequestParseError: Error, Sendable, Equatable {
    /// Not HTTP, or HTTP that allows more than one reading; with the reason in words.
    case malformed(String)
    case targetTooLong(limit: Int)
    case headTooLarge(limit: Int)
    case tooManyFields(limit: Int)
    case bodyTooLarge(limit: Int)
    case versionNotSupported
    /// A method that nobody has registered.
    case methodUnknown

    /// The status of the answer: 400, 413, 414, 431, 501 or 505.
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

    /// What was wrong, for the response's body.
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
