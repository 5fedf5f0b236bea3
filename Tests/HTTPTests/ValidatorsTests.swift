// Conditional requests.

@testable import HTTP
import Testing

@Suite struct ValidatorsTests {
    static let validators = Validators(entityTag: "\"abc\"", lastModified: 784_111_777)

    private func request(_ fields: String) throws -> Request {
        let parser = RequestParser()
        var offset = 0
        try #require(parser.consume(Array("GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8).span, from: &offset) == .request)
        return parser.request
    }

    @Test(
        "Conditional requests are answered with 304 only for a current copy",
        arguments: [
            ("", false), ("If-None-Match: \"abc\"\r\n", true), ("If-None-Match: W/\"abc\"\r\n", true), ("If-None-Match: *\r\n", true),
            ("If-None-Match: \"x\", \"abc\" ,\"y\"\r\n", true), ("If-None-Match: \"x\",W/\"abc\"\r\n", true),
            ("If-None-Match: \"x\"\r\n", false),
            ("If-None-Match: abc\r\n", false), ("If-None-Match: \"ABC\"\r\n", false), ("If-None-Match: w/\"abc\"\r\n", false),
            ("If-None-Match:\r\n", false), ("If-None-Match: \"x\"\r\nIf-None-Match: \"abc\"\r\n", true),
            ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", true), ("If-Modified-Since: Sun, 06 Nov 1994 08:49:38 GMT\r\n", true),
            ("If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", false), ("If-Modified-Since: yesterday\r\n", false),
            // RFC 9110, 13.1.3: the date counts only when there is no entity tag.
            ("If-None-Match: \"x\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", false),
            ("If-None-Match:\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", false),
            ("If-None-Match: \"abc\"\r\nIf-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n", true),
        ])
    func notModified(_ fields: String, _ expected: Bool) throws {
        #expect(Self.validators.isNotModified(for: try request(fields)) == expected)
    }

    /// The representation has no date that tells its versions apart.
    @Test(
        "Without a date, only entity tags count",
        arguments: [
            ("", false, true), ("If-None-Match: \"abc\"\r\n", true, true), ("If-Range: \"abc\"\r\n", false, true),
            ("If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n", false, true),
            ("If-Range: Sun, 06 Nov 1994 08:49:37 GMT\r\n", false, false), ("If-Range: yesterday\r\n", false, false),
        ])
    func withoutDate(_ fields: String, _ isNotModified: Bool, _ allowsRange: Bool) throws {
        let validators = Validators(entityTag: "\"abc\"", lastModified: nil)
        #expect(validators.isNotModified(for: try request(fields)) == isNotModified)
        #expect(validators.allowsRange(for: try request(fields)) == allowsRange)
    }

    @Test(
        "A range is allowed only for the version that If-Range names",
        arguments: [
            ("", true), ("If-Range: \"abc\"\r\n", true), ("If-Range: W/\"abc\"\r\n", false), ("If-Range: \"x\"\r\n", false),
            ("If-Range: Sun, 06 Nov 1994 08:49:37 GMT\r\n", true), ("If-Range: Sun, 06 Nov 1994 08:49:38 GMT\r\n", false),
            ("If-Range: *\r\n", false),
            ("If-Range:\r\n", false),
        ])
    func range(_ fields: String, _ expected: Bool) throws {
        #expect(Self.validators.allowsRange(for: try request(fields)) == expected)
    }
}
