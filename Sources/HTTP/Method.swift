// Method: the request methods that the server distinguishes.

/// A request method (RFC 9110, 9). Methods without routes are `other`.
public enum Method: Sendable {
    case get, head, post, delete, options, other
}
