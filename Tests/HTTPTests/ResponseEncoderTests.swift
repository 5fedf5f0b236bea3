// The bytes of responses.

@testable import HTTP
import Testing

@Suite struct ResponseEncoderTests {
    private func head(_ response: Response, keepsAlive: Bool = true, isHTTP10: Bool = false) -> String {
        let encoder = ResponseEncoder(cacheControls: [])
        encoder.advance(to: 784_111_777)
        // The encoder reuses its memory: the second head must not contain parts of the first.
        encoder.withHead(of: Response(.ok, fields: [ResponseField("X", "y")]), keepsAlive: true, isHTTP10: false) { _ in }
        return encoder.withHead(of: response, keepsAlive: keepsAlive, isHTTP10: isHTTP10) { head in
            String(decoding: head.indices.map { head[$0] }, as: UTF8.self)
        }
    }

    @Test("a response is a status line, a date, its fields and its length") func whole() {
        let response = Response(.notFound, fields: [ResponseField("A", "b"), ResponseField("C", "d: e")], body: [1, 2, 3])
        #expect(
            head(response)
                == "HTTP/1.1 404 Not Found\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nA: b\r\nC: d: e\r\nContent-Length: 3\r\n\r\n")
    }

    @Test(
        "the Connection field says whether the connection stays open",
        arguments: [
            (true, false, ""), (true, true, "Connection: keep-alive\r\n"), (false, false, "Connection: close\r\n"),
            (false, true, "Connection: close\r\n"),
        ])
    func connection(_ keepsAlive: Bool, _ isHTTP10: Bool, _ line: String) {
        #expect(
            head(Response(.ok), keepsAlive: keepsAlive, isHTTP10: isHTTP10)
                == "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\(line)Content-Length: 0\r\n\r\n")
    }

    @Test("a response without a body has no length", arguments: [Status.notModified, .noContent]) func withoutLength(_ status: Status) {
        #expect(
            head(Response(status))
                == "HTTP/1.1 \(status.rawValue) \(status.reason)\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
    }

    @Test(
        "a body that follows has a length or chunks, and neither in HTTP/1.0",
        arguments: [
            (BodyLength.following(12), false, "Content-Length: 12\r\n"), (.following(0), true, "Content-Length: 0\r\n"),
            (.following(10_000_000_000), false, "Content-Length: 10000000000\r\n"), (.open, false, "Transfer-Encoding: chunked\r\n"),
            (.open, true, ""),
        ])
    func lengths(_ length: BodyLength, _ isHTTP10: Bool, _ line: String) {
        var response = Response(.ok)
        response.length = length
        let connection = isHTTP10 ? "Connection: keep-alive\r\n" : ""
        #expect(
            head(response, isHTTP10: isHTTP10)
                == "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\(connection)\(line)\r\n")
        response.status = .notModified
        #expect(!head(response).contains("Content-Length") && !head(response).contains("Transfer"))
    }

    @Test(
        "the start of a prepared response and its prepared lines make a head",
        arguments: [
            (true, false, ""), (true, true, "Connection: keep-alive\r\n"), (false, false, "Connection: close\r\n"),
            (false, true, "Connection: close\r\n"),
        ], [0, 1])
    func prepared(_ persistence: (keepsAlive: Bool, isHTTP10: Bool, line: String), _ index: Int) {
        let cacheControls: [StaticString] = ["no-cache", "max-age=1"]
        let encoder = ResponseEncoder(cacheControls: cacheControls)
        encoder.advance(to: 0)
        encoder.advance(to: 784_111_777)
        let lines = ResponseEncoder.preparedLines([ResponseField("ETag", "\"a\"")], bodyCount: 12)
        let start =
            "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\(persistence.line)Cache-Control: \(cacheControls[index])\r\n"
        // A link belongs to one response, and must not appear in the next.
        for (link, line) in [
            (nil, ""), ("<a>; rel=\"canonical\"", "Link: <a>; rel=\"canonical\"\r\n"), (nil, ""), ("<b>", "Link: <b>\r\n"),
        ] {
            let bytes = encoder.withPreparedStart(
                keepsAlive: persistence.keepsAlive, isHTTP10: persistence.isHTTP10, cacheControl: index, link: link.map { Array($0.utf8) }
            ) { start in start.indices.map { start[$0] } }
            #expect(String(decoding: bytes + lines, as: UTF8.self) == start + line + "ETag: \"a\"\r\nContent-Length: 12\r\n\r\n")
        }
    }

    @Test(
        "a value with a control character is replaced by an empty one",
        arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "\0", "a\u{7F}", "\u{1B}[31m"]) func injection(_ value: String)
    {
        #expect(ResponseField("A", value).value == "")
    }

    @Test("other values are kept", arguments: ["", "a\tb", "\u{E9}", "a, b; q=\"c\""]) func harmless(_ value: String) {
        #expect(ResponseField("A", value).value == value)
    }
}
