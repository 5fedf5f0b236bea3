// Helpers that feed a parser in pieces and collect its results as values.

import TestSupport

@testable import HTTP

/// A result of a parser.
enum ParseResult: Equatable {
    case request(Parsed)
    case failed(Status)

    var request: Parsed? {
        if case .request(let request) = self { request } else { nil }
    }

    var failure: Status? {
        if case .failed(let status) = self { status } else { nil }
    }
}

/// A request, copied out of the parser's storage.
struct Parsed: Equatable {
    let method: Method
    let path: String
    let query: String?
    let body: String
    let keepsAlive: Bool
    let isHTTP10: Bool
    let fields: [RequestField: String]
    /// The index in all bytes that were fed at which the request ended.
    let end: Int

    init(_ request: Request, end: Int) {
        method = request.method
        path = String(decoding: request.bytes[request.path], as: UTF8.self)
        query = request.query.map { String(decoding: request.bytes[$0], as: UTF8.self) }
        body = String(decoding: request.bytes[request.body], as: UTF8.self)
        keepsAlive = request.keepsAlive
        isHTTP10 = request.isHTTP10
        var fields: [RequestField: String] = [:]
        for field in RequestField.allCases { fields[field] = request.text(field) }
        self.fields = fields
        self.end = end
    }
}

/// Feeds a parser with bytes in pieces that end at each of `cuts` and at the end, and collects the results up to a failure.
func feed(_ bytes: [UInt8], cuts: [Int] = [], limits: RequestLimits = RequestLimits(), readsForwarding: Bool = false) -> [ParseResult] {
    let parser = RequestParser(limits: limits, readsForwarding: readsForwarding)
    var results: [ParseResult] = []
    var start = 0
    for end in cuts + [bytes.count] {
        let piece = Array(bytes[start..<end])
        var offset = 0
        pieces: while true {
            switch parser.consume(piece.span, from: &offset) {
            case .needsMore:
                break pieces
            case .request:
                results.append(.request(Parsed(parser.request, end: start + offset)))
            case .failed(let error):
                results.append(.failed(error.status))
                return results
            }
        }
        start = end
    }
    return results
}

func feed(_ text: String, limits: RequestLimits = RequestLimits()) -> [ParseResult] { feed(Array(text.utf8), limits: limits) }

/// Ascending indices at which a number of bytes is cut: everywhere, or at a few random ones.
func everywhere(_ count: Int) -> [Int] { count > 1 ? Array(1..<count) : [] }

func random(_ count: Int, _ generator: inout SeededGenerator) -> [Int] {
    (0..<Int.random(in: 0...6, using: &generator)).map { _ in Int.random(in: 0...count, using: &generator) }.sorted()
}
