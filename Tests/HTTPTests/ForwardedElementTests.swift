// The records of proxies in the Forwarded field.

import HTTP
import Testing
import TestSupport

@Suite struct ForwardedElementTests {
    /// The elements as texts: source, host and scheme.
    private func words(_ field: String) -> [String]? {
        ForwardedElement.list(field)?.map { [$0.source, $0.host, $0.proto].map { $0 ?? "-" }.joined(separator: " ") }
    }

    @Test(
        "Valid fields give the record of each proxy",
        arguments: [
            // The examples of RFC 7239.
            ("for=\"_gazonk\"", ["_gazonk - -"]), ("For=\"[2001:db8:cafe::17]:4711\"", ["[2001:db8:cafe::17]:4711 - -"]),
            ("for=192.0.2.60;proto=http;by=203.0.113.43", ["192.0.2.60 - http"]),
            ("for=192.0.2.43, for=198.51.100.17", ["192.0.2.43 - -", "198.51.100.17 - -"]),
            ("for=192.0.2.43,for=\"[2001:db8:cafe::17]\",for=unknown", ["192.0.2.43 - -", "[2001:db8:cafe::17] - -", "unknown - -"]),
            // What is allowed, and what is tolerated.
            ("host=a;proto=https", ["- a https"]), (" PROTO=https ; HOST=\"a:1\" ", ["- a:1 https"]), ("host=a:8080", ["- a:8080 -"]),
            ("for=[::1]", ["[::1] - -"]), ("host=\"a\\\"b\"", ["- a\"b -"]), ("host=\"a,b;c\"", ["- a,b;c -"]),
            ("secret=x;other=\"y,z\"", ["- - -"]),
            ("", ["- - -"]), (";;", ["- - -"]), (",", ["- - -", "- - -"]), ("host=a,,host=b", ["- a -", "- - -", "- b -"]),
            ("host=\"\"", ["-  -"]),
        ])
    func lists(_ field: String, _ elements: [String]) { #expect(words(field) == elements) }

    @Test(
        "Malformed fields give none",
        arguments: [
            "host", "host=", "=a", "host=a b", "host=\"a", "host=\"a\\", "host=\"a\"b", "host=a;host=b", "for=a;For=b",
            "proto=https;proto=http",
            "host=a;x", "\"host\"=a", "host=a,b", "host==\"", "host=a\"b\"",
        ])
    func malformed(_ field: String) { #expect(words(field) == nil) }

    @Test("Random fields are read or refused") func anything() {
        var generator = SeededGenerator(seed: 8)
        let pieces = ["for", "host", "proto", "=", "=", "\"", "\\", ";", ",", " ", "\t", "a", "[::1]", ":1", "https", "\u{E9}", "\u{0}"]
        var lists = 0
        for _ in 0..<20_000 {
            let field = (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
            if let elements = ForwardedElement.list(field) {
                lists += 1
                #expect(elements.count == 1 || field.contains(","))
            }
        }
        #expect(lists > 1_000 && lists < 19_000)
    }
}
