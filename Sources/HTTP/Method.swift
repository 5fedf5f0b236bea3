// The request methods that the server tells apart.

/// A request method (RFC 9110, 9). Methods that no route answers are all `other`.
public enum Method: Sendable {
    case get, head, post, delete, options, other
}
