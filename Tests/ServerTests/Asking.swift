// Requests and answers as the tests write and read them.

import HTTP
@testable import Server

/// A parsed request of HTTP/1.1 with a Host field, unless `fields` has another.
func request(_ target: String, method: String = "GET", fields: String = "Host: a\r\n") -> Request {
    let parser = RequestParser()
    var offset = 0
    let text = "\(method) \(target) HTTP/1.1\r\n\(fields)\r\n"
    precondition(parser.consume(Array(text.utf8).span, from: &offset) == .request, text)
    return parser.request
}

extension Response {
    /// The value of a field.
    subscript(name: String) -> String? { fields.first { "\($0.name)" == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }
}
