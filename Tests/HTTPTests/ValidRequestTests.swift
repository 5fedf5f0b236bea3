// Valid requests: what is read from them, however the bytes arrive.

@testable import HTTP
import Testing
import TestSupport

@Suite struct ValidRequestTests {
    struct Case: CustomTestStringConvertible {
        let text: String
        var method = Method.get
        var path = "/"
        var query: String?
        var body = ""
        var keepsAlive = true
        var isHTTP10 = false
        var fields: [RequestField: String] = [.host: "a"]

        var testDescription: String { text.debugDescription }
    }

    static let cases = [
        Case(text: "GET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case(text: "GET /a%2Fb;3/x?v=1&w=2 HTTP/1.1\r\nHost: a\r\n\r\n", path: "/a%2Fb;3/x", query: "v=1&w=2"),
        Case(text: "GET /? HTTP/1.1\r\nHost: a\r\n\r\n", query: ""),
        Case(text: "GET /a?b?c HTTP/1.1\r\nHost: a\r\n\r\n", path: "/a", query: "b?c"),
        Case(text: "GET //a/../b HTTP/1.1\r\nHost: a\r\n\r\n", path: "//a/../b"),
        Case(text: "HEAD / HTTP/1.1\r\nHost: a\r\n\r\n", method: .head),
        Case(text: "DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", method: .delete),
        Case(text: "PUT / HTTP/1.1\r\nHost: a\r\n\r\n", method: .other),
        Case(text: "PROPFIND / HTTP/1.1\r\nHost: a\r\n\r\n", method: .other),
        Case(text: "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", method: .options, path: "*"),
        Case(text: "OPTIONS /a HTTP/1.1\r\nHost: a\r\n\r\n", method: .options, path: "/a"),
        Case(text: "GET http://b:80/c?d HTTP/1.1\r\nHost: a\r\n\r\n", path: "/c", query: "d", fields: [.host: "b:80"]),
        Case(text: "GET https://b/ HTTP/1.1\r\nHost: a\r\n\r\n", fields: [.host: "b"]),
        Case(text: "GET / HTTP/1.0\r\n\r\n", keepsAlive: false, isHTTP10: true, fields: [:]),
        Case(text: "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", isHTTP10: true, fields: [:]),
        Case(text: "GET / HTTP/1.1\r\nConnection: close\r\nHost: a\r\n\r\n", keepsAlive: false),
        Case(text: "GET / HTTP/1.1\r\nConnection: foo, Close\r\nHost: a\r\n\r\n", keepsAlive: false),
        Case(text: "GET / HTTP/1.1\r\nHOST:a\r\n\r\n"),
        Case(text: "GET / HTTP/1.1\r\nHost: \t a \t\r\n\r\n"),
        Case(text: "GET / HTTP/1.1\r\nHost:\r\nIf-Range:\r\n\r\n", fields: [.host: "", .ifRange: ""]),
        Case(
            text: "GET / HTTP/1.1\r\nHost: a\r\nIf-Range: b\r\nif-range: c\r\nIF-RANGE: d\r\n\r\n",
            fields: [.host: "a", .ifRange: "b, c, d"]),
        Case(text: "GET / HTTP/1.1\r\nHost: a\r\nIf-Range:\r\nIf-Range: c\r\n\r\n", fields: [.host: "a", .ifRange: ", c"]),
        Case(
            text: "GET / HTTP/1.1\r\nX: 1\r\nHost: a\r\nHos: b\r\nHostt: c\r\nRange: bytes=0-1\r\n\r\n",
            fields: [.host: "a", .range: "bytes=0-1"]),
        Case(text: "GET / HTTP/1.1\r\nHost: a\r\nIf-Range: \u{E9}\r\n\r\n", fields: [.host: "a", .ifRange: "\u{E9}"]),
        Case(text: "\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        Case(text: "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n"),
        Case(text: "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello", method: .post, path: "/p", body: "hello"),
        Case(text: "POST / HTTP/1.1\r\nContent-Length: 0\r\nHost: a\r\n\r\n", method: .post),
        Case(text: "POST / HTTP/1.1\r\nHost: a\r\n\r\n", method: .post),
        Case(text: "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n\r\n", body: "\r\n"),
        Case(
            text: "POST / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: upgrade\r\nContent-Length: 3\r\n\r\nabc", method: .post,
            body: "abc"),
        Case(
            text: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n3;x=y\r\n yo\r\n0\r\n\r\n", method: .post,
            body: "hello yo"),
        Case(
            text: "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\nHost: a\r\n\r\n2\r\n\r\n\r\n0\r\nRange: late\r\nHost: b\r\n\r\n",
            method: .post, body: "\r\n"),
    ]

    private func check(_ results: [ParseResult], _ expected: Case, _ note: Comment) {
        guard results.count == 1, let request = results[0].request else {
            Issue.record("\(note): results \(results)")
            return
        }
        #expect(request.method == expected.method, note)
        #expect(request.path == expected.path, note)
        #expect(request.query == expected.query, note)
        #expect(request.body == expected.body, note)
        #expect(request.keepsAlive == expected.keepsAlive, note)
        #expect(request.isHTTP10 == expected.isHTTP10, note)
        #expect(request.fields == expected.fields, note)
        #expect(request.end == expected.text.utf8.count, note)
    }

    @Test("A valid request is read in one piece", arguments: cases) func whole(_ expected: Case) {
        check(feed(expected.text), expected, "whole")
    }

    @Test("A valid request is read byte by byte", arguments: cases) func byteByByte(_ expected: Case) {
        let bytes = Array(expected.text.utf8)
        check(feed(bytes, cuts: everywhere(bytes.count)), expected, "byte by byte")
    }

    @Test("A valid request is read in two pieces, cut anywhere", arguments: cases) func inTwo(_ expected: Case) {
        let bytes = Array(expected.text.utf8)
        for cut in 1..<bytes.count { check(feed(bytes, cuts: [cut]), expected, "cut at \(cut)") }
    }

    /// All requests of the table on one connection. Each must end at its own end.
    @Test("Pipelined requests are read one after the other, however the bytes are cut") func pipelined() {
        var generator = SeededGenerator(seed: 1)
        let cases = Self.cases.filter(\.keepsAlive)
        let bytes = cases.flatMap { Array($0.text.utf8) }
        let whole = feed(bytes)
        #expect(whole.count == cases.count)
        var end = 0
        for (results, expected) in zip(whole, cases) {
            end += expected.text.utf8.count
            #expect(results.request?.end == end, "\(expected.text.debugDescription)")
            #expect(results.request?.body == expected.body)
            #expect(results.request?.fields == expected.fields)
        }
        #expect(feed(bytes, cuts: everywhere(bytes.count)) == whole)
        for _ in 0..<200 { #expect(feed(bytes, cuts: random(bytes.count, &generator)) == whole) }
    }

    @Test("After the last request of a connection nothing is taken for another") func lastOnes() {
        for last in Self.cases where !last.keepsAlive {
            let results = feed(last.text + "GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(results.count == 2 && results[0].request?.keepsAlive == false && results[1] == .failed(.badRequest), "\(results)")
        }
    }

    @Test("A request has begun with its first byte that is not an empty line") func midRequest() {
        let parser = RequestParser()
        func consume(_ text: String) -> ParserEvent {
            var offset = 0
            return parser.consume(Array(text.utf8).span, from: &offset)
        }
        #expect(!parser.isMidRequest)
        #expect(consume("\r\n") == .needsMore && !parser.isMidRequest)
        #expect(consume("G") == .needsMore && parser.isMidRequest)
        #expect(consume("ET /") == .needsMore && parser.isMidRequest)
        #expect(consume(" HTTP/1.1\r\nHost: a\r\n\r") == .needsMore && parser.isMidRequest)
        #expect(consume("\n") == .request && !parser.isMidRequest)
        #expect(consume("") == .needsMore && !parser.isMidRequest)
        #expect(consume("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n") == .needsMore && parser.isMidRequest)
        #expect(consume("x") == .request && !parser.isMidRequest)
    }

    @Test(
        "A client that expects status 100 is noticed once, before its body arrives",
        arguments: [
            ("HTTP/1.1", "Expect: 100-continue", "", true), ("HTTP/1.1", "Expect: 100-Continue", "", true),
            ("HTTP/1.1", "Expect: 100-continue", "h", false),
            ("HTTP/1.0", "Expect: 100-continue", "", false), ("HTTP/1.1", "Expect: other", "", false), ("HTTP/1.1", "Accept: x", "", false),
        ])
    func bodyHeldBack(_ version: String, _ field: String, _ start: String, _ isHeldBack: Bool) {
        let parser = RequestParser()
        func consume(_ text: String) -> ParserEvent {
            var offset = 0
            return parser.consume(Array(text.utf8).span, from: &offset)
        }
        #expect(consume("POST / \(version)\r\nHost: a\r\n\(field)\r\nContent-Length: 5\r\n\r") == .needsMore)
        #expect(!parser.takeExpectContinue())
        #expect(consume("\n" + start) == .needsMore)
        #expect(parser.takeExpectContinue() == isHeldBack)
        #expect(!parser.takeExpectContinue())
        #expect(consume(String("hello".dropFirst(start.utf8.count))) == .request)
        #expect(!parser.takeExpectContinue())
        #expect(Parsed(parser.request, end: 0).body == "hello")
    }

    @Test("A copy of a request stays the same while the parser continues") func copies() {
        let parser = RequestParser()
        var offset = 0
        let bytes = Array("GET /first HTTP/1.1\r\nHost: a\r\n\r\nGET /second HTTP/1.1\r\nHost: b\r\n\r\n".utf8)
        #expect(parser.consume(bytes.span, from: &offset) == .request)
        let first = parser.request
        #expect(parser.consume(bytes.span, from: &offset) == .request)
        #expect(Parsed(first, end: 0).path == "/first")
        #expect(first.text(.host) == "a")
        #expect(Parsed(parser.request, end: 0).path == "/second")
    }

    @Test("Fields of proxies are read only from trusted peers") func forwarding() throws {
        let text =
            "GET / HTTP/1.1\r\nHost: a\r\nForwarded: host=b\r\nX-Forwarded-For: 1.2.3.4\r\nx-forwarded-host: c\r\nX-Forwarded-Port: 1\r\n"
            + "X-Forwarded-Prefix: /d\r\nX-Forwarded-Proto: https\r\nForwarded: host=e\r\nAccept-Encoding: gzip\r\nAuthorization: f\r\n\r\n"
        let own: [RequestField: String] = [.host: "a", .acceptEncoding: "gzip", .authorization: "f"]
        #expect(feed(Array(text.utf8)).first?.request?.fields == own)
        let forwarded: [RequestField: String] = [
            .forwarded: "host=b, host=e", .forwardedFor: "1.2.3.4", .forwardedHost: "c", .forwardedPort: "1", .forwardedPrefix: "/d",
            .forwardedProto: "https",
        ]
        #expect(feed(Array(text.utf8), readsForwarding: true).first?.request?.fields == own.merging(forwarded) { $1 })
    }
}
