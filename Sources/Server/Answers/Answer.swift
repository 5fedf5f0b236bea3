// Answer: what a handler gives back.

internal import HTTP
internal import Library
internal import Tiles
internal import Workers

/// A handler's answer. Conditions, ranges and codings are applied to all of them in one place, `Application.delivery`.
enum Answer {
    /// A response that is complete.
    case response(Response)
    /// An image, wherever its bytes come from.
    case product(ProductAnswer)
    /// A file that is sent piece by piece.
    case file(FileAnswer)
    /// Events, for as long as the client listens.
    case events(any EventSource)
}

/// A tile or another image as an answer.
struct ProductAnswer: Sendable {
    let product: Product
    let record: ImageRecord
    /// How urgent the product is if it has to be made.
    let lane: Lane
    /// The value of the answer's Link field, without line breaks.
    var link: [UInt8]?
}

/// A file as an answer.
struct FileAnswer {
    let byteCount: Int
    /// The fields of every answer about the file, 304 among them.
    let fields: [ResponseField]
    /// A further field of the answers that carry bytes.
    let disposition: ResponseField
    let validators: Validators
    /// Makes the body of a range of the file.
    let body: (Range<Int>) throws(Problem) -> StreamedBody
}
