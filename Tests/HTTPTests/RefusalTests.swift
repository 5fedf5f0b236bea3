// Requests that are refused: those that are not HTTP, and those that can be read in more than one way.

@testable import HTTP
import Testing

@Suite struct RefusalTests {
    static let malformed = [
        // The request line
        " GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET\r\n\r\n", "GET/ HTTP/1.1\r\nHost: a\r\n\r\n", "G\u{0}ET / HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET / / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTP/1.1\r\nHost: a\r\n\r\n",
        "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}",
        // The target
        "GET a HTTP/1.1\r\nHost: a\r\n\r\n", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "GET ** HTTP/1.1\r\nHost: a\r\n\r\n",
        "OPTIONS ** HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://b?c HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET ftp://b/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /\u{0} HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\u{7F} HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\t HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET  HTTP/1.1\r\nHost: a\r\n\r\n", "GET ?a HTTP/1.1\r\nHost: a\r\n\r\n", "CONNECT b:80 HTTP/1.1\r\nHost: b\r\n\r\n",
        "CONNECT /b HTTP/1.1\r\nHost: b\r\n\r\n",
        // Host
        "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHostx: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost:\r\nhost: a\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n",
        "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nHost: a\r\n\r\n",
        // Fields
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX Y: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{1}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX: \u{7F}\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\u{B}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\u{E9}: b\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX\u{0}: b\r\n\r\n",
        // A bare CR, which only some recipients treat as the end of a line
        "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: b\rc\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX:\rb\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\n\rX: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\rX: b\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nX:\rContent-Length: 3\r\n\r\nabc", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\rY: c\r\n\r\n",
        // The length of the body
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxy",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\nx", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\nx", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 1\r\n\r\nx", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: a\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunkedx\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        // Chunks
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\ng\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 2\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\ra\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\naXX0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\rXa\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;x\rXa\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;x\ny\r\na\r\n0\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\rX: b\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: b\r\n\r",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX:\rb\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX Y: b\r\n\r\n",
    ]

    @Test("A malformed request is refused, and nothing after it is taken for a request", arguments: malformed) func malformedRequests(
        _ text: String
    ) {
        let bytes = Array((text + "GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n").utf8)
        let refused: [ParseResult] = [.failed(.badRequest)]
        #expect(feed(bytes) == refused, "whole: \(text.debugDescription)")
        #expect(feed(bytes, cuts: everywhere(bytes.count)) == refused, "byte by byte: \(text.debugDescription)")
        if let cut = (1..<bytes.count).first(where: { feed(bytes, cuts: [$0]) != refused }) {
            Issue.record("cut at \(cut): \(text.debugDescription): \(feed(bytes, cuts: [cut]))")
        }
    }

    @Test(
        "Other versions of HTTP are refused with 505",
        arguments: [
            "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", "GET / HTTP/1.2\r\nHost: a\r\n\r\n",
            "GET / HTTP/3.7\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 x\r\nHost: a\r\n\r\n", "GET /\r\n\r\n",
            "GET / HTTP/1.1\rHost: a\r\n\r\n", "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        ])
    func versions(_ text: String) {
        #expect(feed(text) == [.failed(.versionNotSupported)])
        #expect(feed(Array(text.utf8), cuts: everywhere(text.utf8.count)) == [.failed(.versionNotSupported)])
    }

    /// A method is unknown from the first byte that continues no known method. Case matters.
    @Test("Unknown methods are refused with 501", arguments: ["FOO", "get", "GETX", "GEX", "BREW", "X", "!#$%&'*+-.^_`|~09", "HEADER"])
    func methods(_ method: String) {
        let bytes = Array("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        #expect(feed(bytes) == [.failed(.notImplemented)])
        #expect(feed(bytes, cuts: everywhere(bytes.count)) == [.failed(.notImplemented)])
    }

    @Test("The reason for a refusal is in words of this project") func words() {
        let parser = RequestParser()
        var offset = 0
        let results = parser.consume(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8).span, from: &offset)
        if case .failed(let error) = results {
            #expect(error.detail.contains("HTTP/1.1") && !error.detail.contains("PRI"))
        } else {
            Issue.record("\(results)")
        }
    }

    /// Some recipients treat such a line as a continuation of the line before, others as a field.
    @Test("A header line that begins with white space is refused", arguments: [" ", "\t"], ["\r\n", "\n"]) func folds(
        _ space: String, _ end: String
    ) {
        let lines = ["GET / HTTP/1.1", "Host: a", "Accept: b", "X: c", ""]
        for index in 1..<lines.count {
            var folded = lines
            folded[index] = space + (folded[index].isEmpty ? "d" : folded[index])
            let bytes = Array((folded.joined(separator: end) + end + end).utf8)
            if let cut = (1..<bytes.count).first(where: { feed(bytes, cuts: [$0]) != [.failed(.badRequest)] }) {
                Issue.record("line \(index), cut at \(cut): \(feed(bytes, cuts: [cut]))")
            }
            #expect(feed(bytes, cuts: everywhere(bytes.count)) == [.failed(.badRequest)])
        }
    }

    @Test("A folded line in the second request is found, and white space in a body is allowed") func foldsBehindABody() {
        let first = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\n\r\n x\r\n"
        let second = "GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n"
        let bytes = Array((first + second).utf8)
        for cut in 1..<bytes.count {
            let results = feed(bytes, cuts: [cut])
            #expect(results.count == 2 && results[0].request?.body == "\r\n x\r\n" && results[1] == .failed(.badRequest), "cut at \(cut)")
        }
    }

    @Test("After a refusal nothing more is read") func failureStays() {
        let parser = RequestParser()
        var offset = 0
        let bad = parser.consume(Array("nonsense\r\n".utf8).span, from: &offset)
        offset = 0
        let good = parser.consume(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8).span, from: &offset)
        #expect(bad == good && offset == 0 && !parser.isMidRequest)
        if case .failed = bad {} else { Issue.record("\(bad)") }
    }

    @Test("An offered upgrade is declined: the connection continues in HTTP/1.1") func upgradesAreDeclined() {
        let next = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n"
        for offer in [
            "Upgrade: websocket\r\nConnection: Upgrade", "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x",
        ] {
            for body in ["", "Content-Length: 2\r\n"] {
                let bytes = Array(
                    ("GET /first HTTP/1.1\r\nHost: a\r\n\(body)\(offer)\r\n\r\n" + (body.isEmpty ? "" : "xy") + next + next).utf8)
                for cuts in [[], everywhere(bytes.count)] {
                    #expect(feed(bytes, cuts: cuts).map { $0.request?.path } == ["/first", "/next", "/next"])
                }
            }
        }
    }
}
