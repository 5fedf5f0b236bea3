// What becomes of a request.

internal import HTTP
internal import Pyramids
internal import Workers

/// A finished answer, on its way to the connection.
enum Outcome: Sendable {
    case response(Response)
    /// A 200 whose header lines stand ready in front of its bytes.
    case prepared(EncodedImage, isVersioned: Bool)
    /// A response whose body follows piece by piece.
    case streamed(Response, StreamedBody)
}

/// What a question means for an image.
enum Resolution {
    case response(Response)
    /// The answer is this product, wherever it comes from.
    case product(Product, Lane)
    /// A response whose body follows piece by piece.
    case streamed(Response, StreamedBody)
}
