// Requests at their limits, and one byte or field beyond.

@testable import HTTP
import Testing

@Suite struct LimitTests {
    private static let limits: RequestLimits = {
        var limits = RequestLimits()
        limits.target = 20
        limits.head = 60
        limits.fieldCount = 4
        limits.body = 10
        return limits
    }()

    /// The result, which must be the same for the whole text, for single bytes, and for two pieces cut anywhere.
    private func say(_ text: String, _ limits: RequestLimits = limits) -> ParseResult? {
        let bytes = Array(text.utf8)
        let whole = feed(bytes, limits: limits)
        #expect(whole.count == 1)
        #expect(feed(bytes, cuts: everywhere(bytes.count), limits: limits) == whole)
        for cut in 1..<bytes.count { #expect(feed(bytes, cuts: [cut], limits: limits) == whole, "cut at \(cut)") }
        return whole.first
    }

    @Test("A target beyond the limit is refused with 414") func target() {
        func request(_ count: Int) -> String { "GET /\(String(repeating: "x", count: count - 1)) HTTP/1.1\r\nHost: a\r\n\r\n" }
        #expect(say(request(20))?.request?.path.utf8.count == 20)
        #expect(say(request(21)) == .failed(.uriTooLong))
    }

    /// "Host" and "a" take 5 bytes, "X" and its value the others.
    @Test("Header fields beyond the limit are refused with 431") func head() {
        func request(_ count: Int) -> String { "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "y", count: count - 6))\r\n\r\n" }
        #expect(say(request(60))?.request != nil)
        #expect(say(request(61)) == .failed(.headerFieldsTooLarge))
        let name = String(repeating: "N", count: 70)
        #expect(say("GET / HTTP/1.1\r\nHost: a\r\n\(name): y\r\n\r\n") == .failed(.headerFieldsTooLarge))
    }

    @Test("More header fields than the limit are refused with 431") func fieldCount() {
        func request(_ count: Int) -> String {
            "GET / HTTP/1.1\r\n" + (1..<count).map { "X\($0): y\r\n" }.joined() + "Host: a\r\n\r\n"
        }
        #expect(say(request(4))?.request != nil)
        #expect(say(request(5)) == .failed(.headerFieldsTooLarge))
    }

    @Test("A body beyond the limit is refused with 413") func body() {
        func request(_ count: Int) -> String {
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n" + String(repeating: "z", count: count)
        }
        #expect(say(request(10))?.request?.body.utf8.count == 10)
        #expect(say(request(11)) == .failed(.contentTooLarge))
        #expect(say("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 18446744073709551615\r\n\r\n") == .failed(.contentTooLarge))
    }

    @Test("A chunked body beyond the limit is refused with 413") func chunks() {
        func request(_ count: Int) -> String {
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + String(repeating: "1\r\nz\r\n", count: count) + "0\r\n\r\n"
        }
        #expect(say(request(10))?.request?.body.utf8.count == 10)
        #expect(say(request(11)) == .failed(.contentTooLarge))
        #expect(
            say("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n01234567890\r\n0\r\n\r\n")
                == .failed(.contentTooLarge))
    }

    @Test("Fields after a chunked body count like those before it") func trailers() {
        let start = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        #expect(say(start + "A: b\r\nC: d\r\n\r\n")?.request != nil)
        #expect(say(start + "A: b\r\nC: d\r\nE: f\r\n\r\n") == .failed(.headerFieldsTooLarge))
        #expect(say(start + "A: \(String(repeating: "y", count: 40))\r\n\r\n") == .failed(.headerFieldsTooLarge))
    }

    @Test("The limits apply to each request of a connection by itself") func counting() {
        let request = "GET /\(String(repeating: "x", count: 19)) HTTP/1.1\r\nHost: \(String(repeating: "y", count: 40))\r\nA: b\r\n\r\n"
        let bytes = Array(String(repeating: request, count: 5).utf8)
        #expect(feed(bytes, limits: Self.limits).compactMap(\.request).count == 5)
        #expect(feed(bytes, cuts: everywhere(bytes.count), limits: Self.limits).compactMap(\.request).count == 5)
    }

    @Test("Repeated fields cannot make the parser's memory grow without bound") func joiningIsBounded() {
        let value = String(repeating: "v", count: 150)
        let text = "GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "If-None-Match: \(value)\r\n", count: 99) + "\r\n"
        let parser = RequestParser()
        var offset = 0
        #expect(parser.consume(Array(text.utf8).span, from: &offset) == .request)
        #expect(parser.request.text(.ifNoneMatch)?.utf8.count == 99 * 152 - 2)
        #expect(parser.request.bytes.count < 100 * RequestLimits().head)
    }
}
