// What becomes of a request.

internal import Caching
internal import HTTP
internal import Tiles
internal import Workers

/// A finished answer, on its way to the connection.
enum Outcome: Sendable {
    case response(Response)
    /// A 200 whose header lines stand ready in front of its bytes; `link` is the value of a further field, Link.
    case prepared(EncodedImage, isVersioned: Bool, link: [UInt8]? = nil)
    /// A response whose body follows piece by piece.
    case streamed(Response, StreamedBody)
}

/// What a question means for an image.
enum Answer {
    case response(Response)
    /// The answer is this product, wherever it comes from. `link` is the value of the answer's Link field.
    case product(Product, Lane, link: [UInt8]? = nil)
    /// A response whose body follows piece by piece.
    case streamed(Response, StreamedBody)
}
