// The base URL of a request, from the operator, trusted proxies or the Host field.

import HTTP
@testable import Server
import Testing
import TestSupport

@Suite struct BaseURLTests {
    @Test(
        "The operator's base URL is an absolute URL that needs no escaping, and stands even where a path would do",
        arguments: [
            ("http://a", "http://a"), ("https://a.example:8443", "https://a.example:8443"), ("http://a/", "http://a"),
            ("http://a///", "http://a"), ("http://a/tiles/", "http://a/tiles"), ("http://[::1]:80/x", "http://[::1]:80/x"),
            ("http://a/%2F", "http://a/%2F"), ("https://a/b/c-d_e~f.g", "https://a/b/c-d_e~f.g"),
            ("", nil), ("a", nil), ("//a", nil), ("ftp://a", nil), ("HTTP://a", nil), ("http:/a", nil), ("http://", nil), ("http:///", nil),
            ("http:///a", nil), ("http://a?b", nil), ("http://a#b", nil), ("http://a b", nil), ("http://a\"", nil), ("http://a\r\n", nil),
            ("http://\u{E9}", nil), ("http://a\u{7F}", nil), ("http://a;b", nil), ("http://u@a", nil), ("http://a:0", nil),
            ("http://a/b//c", nil), ("http://a/../b", nil), ("http://a/./b", nil), ("http://a/%2", nil), ("http://a/<b>", nil),
            ("http://a/'", nil),
        ] as [(String, String?)])
    func decided(_ text: String, _ value: String?) {
        let origin = BaseURL(decided: text)
        #expect(origin.flatMap { try? $0.url() } == value)
        #expect(origin?.path == value, "it is written even where a path would do")
    }

    /// A request of a trusted proxy.
    private func forwarded(_ fields: String, host: String = "internal:8080") -> BaseURL {
        var configuration = Configuration()
        configuration.trustedProxies = TrustedProxies("10.0.0.0/8")
        let parser = RequestParser(readsForwarding: true)
        var offset = 0
        let lines = fields.split(separator: "|").map { "\($0)\r\n" }.joined()
        let text = "GET / HTTP/1.1\r\nHost: \(host)\r\n\(lines)\r\n"
        precondition(parser.consume(Array(text.utf8).span, from: &offset) == .request, text)
        return BaseURL(of: parser.request, configuration)
    }

    @Test(
        "Each part comes from the first trusted field that has it, and malformed values count as missing",
        arguments: [
            // Each field by itself.
            ("", "http://internal:8080"), ("Forwarded: host=a", "http://a"), ("Forwarded: proto=https", "https://internal:8080"),
            ("Forwarded: proto=HTTPS;host=\"a:8443\"", "https://a:8443"), ("X-Forwarded-Host: a", "http://a"),
            ("X-Forwarded-Proto: https", "https://internal:8080"), ("X-Forwarded-Prefix: /p/", "http://internal:8080/p"),
            ("X-Forwarded-Host: a|X-Forwarded-Port: 8443|X-Forwarded-Proto: https", "https://a:8443"),
            ("X-Forwarded-Host: a|X-Forwarded-Port: 443|X-Forwarded-Proto: https", "https://a"),
            ("X-Forwarded-Host: a|X-Forwarded-Port: 443", "http://a:443"), ("X-Forwarded-Host: a:1|X-Forwarded-Port: 2", "http://a:1"),
            ("X-Forwarded-Host: [::1]|X-Forwarded-Port: 2", "http://[::1]:2"), ("X-Forwarded-Host: a|X-Forwarded-Port: x", "http://a"),
            // Forwarded wins, part by part, and has no prefix.
            ("Forwarded: host=a;proto=https|X-Forwarded-Host: b|X-Forwarded-Proto: http|X-Forwarded-Prefix: /p", "https://a/p"),
            ("Forwarded: for=1.2.3.4|X-Forwarded-Host: b|X-Forwarded-Proto: https", "https://b"),
            ("Forwarded: host=a|X-Forwarded-Port: 9", "http://a"),
            // In a chain the first entry counts behind which all proxies are trusted.
            ("Forwarded: host=evil, host=a", "http://a"), ("Forwarded: for=6.6.6.6;host=evil, for=1.1.1.1;host=a", "http://a"),
            ("Forwarded: for=1.1.1.1;host=a;proto=https, for=10.0.0.1;host=inner;proto=http", "https://a"),
            ("Forwarded: host=evil, for=1.1.1.1;host=a, for=10.0.0.1;host=inner", "http://a"),
            ("Forwarded: for=1.1.1.1, for=10.0.0.1;host=inner;proto=https", "https://inner"),
            ("Forwarded: host=evil|Forwarded: for=1.1.1.1;host=a", "http://a"), ("Forwarded: for=_x;host=evil, for=_y;host=a", "http://a"),
            ("X-Forwarded-Host: evil, a", "http://a"), ("X-Forwarded-For: 6.6.6.6, 1.1.1.1|X-Forwarded-Host: evil, a", "http://a"),
            ("X-Forwarded-For: 1.1.1.1, 10.0.0.1|X-Forwarded-Host: a, inner|X-Forwarded-Proto: https, http", "https://a"),
            ("X-Forwarded-For: 1.1.1.1, 10.0.0.1|X-Forwarded-Host: a|X-Forwarded-Proto: https", "https://a"),
            ("X-Forwarded-For: 6.6.6.6, 1.1.1.1, 10.0.0.1|X-Forwarded-Host: evil, a, inner", "http://a"),
            ("X-Forwarded-Prefix: /evil,/p", "http://internal:8080/p"),
            ("X-Forwarded-Prefix: /evil|X-Forwarded-Prefix: /p", "http://internal:8080/p"),
            // Malformed values count as missing.
            ("Forwarded: host=a;host=b", "http://internal:8080"), ("Forwarded: host=\"a/b\"", "http://internal:8080"),
            ("Forwarded: host=\"a\\\"<script>\"", "http://internal:8080"), ("Forwarded: proto=javascript;host=a", "http://a"),
            ("X-Forwarded-Host: a/b", "http://internal:8080"), ("X-Forwarded-Host: a b", "http://internal:8080"),
            ("X-Forwarded-Host: a\"", "http://internal:8080"),
            ("X-Forwarded-Host: ", "http://internal:8080"), ("X-Forwarded-Proto: ftp", "http://internal:8080"),
            ("X-Forwarded-Prefix: p", "http://internal:8080"), ("X-Forwarded-Prefix: //evil.example", "http://internal:8080"),
            ("X-Forwarded-Prefix: /a/../b", "http://internal:8080"), ("X-Forwarded-Prefix: /\"", "http://internal:8080"),
            ("X-Forwarded-Prefix: /a?b", "http://internal:8080"), ("X-Forwarded-Prefix: https://evil", "http://internal:8080"),
            ("X-Forwarded-Prefix: /", "http://internal:8080"),
        ])
    func forwarding(_ fields: String, _ url: String) throws { #expect(try forwarded(fields).url() == url) }

    @Test("Values that are too long count as missing") func tooLong() throws {
        let long = String(repeating: "a", count: 2_000)
        #expect(try forwarded("X-Forwarded-Prefix: /\(long)|X-Forwarded-Host: \(long)").url() == "http://internal:8080")
    }

    @Test("Where a path will do, it has the prefix alone") func paths() throws {
        #expect(forwarded("X-Forwarded-Prefix: /p/q|X-Forwarded-Host: a").path == "/p/q")
        #expect(forwarded("").path == "")
    }

    @Test("Fields of proxies that are not trusted are not used") func withoutProxies() throws {
        var configuration = Configuration()
        let fields = "Host: b:81\r\nForwarded: host=evil\r\nX-Forwarded-Prefix: /evil\r\n"
        #expect(try BaseURL(of: request("/", fields: fields), configuration).url() == "http://b:81")
        // The parser reads no such field from peers that are not trusted.
        configuration.trustedProxies = TrustedProxies("loopback")
        #expect(try BaseURL(of: request("/", fields: fields), configuration).url() == "http://b:81")
        configuration.origin = BaseURL(decided: "https://c/d")
        #expect(try BaseURL(of: request("/", fields: fields), configuration).url() == "https://c/d")
    }

    @Test("Without a Host field there is no whole URL, and the problem is a bad request") func withoutHost() throws {
        let parser = RequestParser()
        var offset = 0
        try #require(parser.consume(Array("GET / HTTP/1.0\r\n\r\n".utf8).span, from: &offset) == .request)
        let origin = BaseURL(of: parser.request, Configuration())
        #expect(origin.path == "")
        #expect((#expect(throws: Problem.self) { try origin.url() })?.status == .badRequest)
    }

    @Test("Any fields of proxies give a URL that needs no escaping") func anything() throws {
        var generator = SeededGenerator(seed: 10)
        let names = ["Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Prefix", "X-Forwarded-Proto"]
        let pieces = [
            "for=", "host=", "proto=", "https", "http", "a", ":", "8080", "/", "/p", ",", ", ", ";", "\"", "\\", "[::1]", "10.0.0.1",
            "1.1.1.1",
            "..", "%", "%2F", "<", "'", "{", "\u{E9}", "unknown", " ", "\t",
        ]
        var changed = 0
        for _ in 0..<5_000 {
            let fields = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                let value = (0..<Int.random(in: 0...6, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
                return "\(names.randomElement(using: &generator)!): \(value)"
            }
            let url = try forwarded(fields.joined(separator: "|")).url()
            if url != "http://internal:8080" { changed += 1 }
            #expect(
                url.wholeMatch(of: /https?:\/\/([A-Za-z0-9._-]+|\[[0-9a-f:.]+\])(:[0-9]+)?(\/[A-Za-z0-9._~%!$+,=:@-]+)*/) != nil, "\(url)")
        }
        #expect(changed > 100)
    }
}
