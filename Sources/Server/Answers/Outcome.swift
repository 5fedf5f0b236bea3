// Outcome: a finished answer on its way to the connection.

internal import Caching
internal import HTTP

/// A finished answer. Nothing is decided after it: the connection writes its head and its body.
enum Outcome: Sendable {
    case response(Response)
    /// A 200 whose header lines stand ready in front of its bytes. `link` is the value of a further field, Link.
    case prepared(EncodedImage, isVersioned: Bool, link: [UInt8]? = nil)
    /// A response whose body follows piece by piece.
    case streamed(Response, StreamedBody)

    /// A response in the coding that the client prefers, or 304 where the client has a current copy.
    init(_ response: Response, for request: borrowing Request) { self = .response(response.negotiated(for: request)) }
}
