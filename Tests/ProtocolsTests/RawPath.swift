// Helpers that pass paths to parsers.

import Protocols

/// The result of a parser: a request or the kind of error.
enum Outcome<Request: Equatable>: Equatable {
    case request(Request)
    case refused(RequestError.Kind, parameter: String)

    init(_ parse: () throws(RequestError) -> Request) {
        do {
            self = .request(try parse())
        } catch {
            self = .refused(error.kind, parameter: error.parameter)
        }
    }

    var request: Request? {
        if case .request(let request) = self { request } else { nil }
    }
}

/// A parser of paths, such as `TilesRequest.init`.
typealias PathParser<Request> = (Span<UInt8>, PathSegments) throws(RequestError) -> Request

/// The result of a parser for a path. A path that cannot be split is not found.
func outcome<Request: Equatable>(_ path: String, _ parse: PathParser<Request>) -> Outcome<Request> {
    let bytes = Array(path.utf8)
    guard let segments = PathSegments(bytes.span) else { return .refused(.notFound, parameter: "path") }
    return Outcome { () throws(RequestError) in try parse(bytes.span, segments) }
}

/// The text of a range of a path.
func slice(_ path: String, _ range: Range<Int>) -> String {
    String(decoding: Array(path.utf8)[range], as: UTF8.self)
}

/// The segments of a path.
func split(_ path: String) -> PathSegments? { PathSegments(Array(path.utf8).span) }

/// The identifier in a segment.
func decode(_ segment: String) -> ImageIdentifier? { ImageIdentifier(decoding: Array(segment.utf8).span) }
