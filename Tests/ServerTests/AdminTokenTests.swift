// The bearer token of the operator.

@testable import Server
import Testing

@Suite struct AdminTokenTests {
    @Test(arguments: [
        ("Bearer 0123456789abcdef", true), ("bearer 0123456789abcdef", true), ("BEARER   0123456789abcdef", true),
        ("Bearer 0123456789abcdeg", false), ("Bearer 0123456789abcde", false), ("Bearer 0123456789abcdef0", false), ("Bearer", false),
        ("Bearer ", false), ("0123456789abcdef", false), ("Basic 0123456789abcdef", false), ("", false),
        ("Bearer\t0123456789abcdef", false),
        ("Bearer 0123456789abcdef, Bearer 0123456789abcdef", false), ("Bearer 0123456789ABCDEF", false),
    ])
    func carried(_ field: String, _ isRight: Bool) throws {
        let token = try #require(AdminToken("0123456789abcdef"))
        #expect(token.isCarried(by: request("/", fields: "Host: a\r\nAuthorization: \(field)\r\n")) == isRight)
    }

    @Test func notCarried() throws { #expect(try !#require(AdminToken("0123456789abcdef")).isCarried(by: request("/"))) }

    @Test(arguments: [
        "", "short", "0123456789 abcdef", "0123456789abcde=", "0123456789abcd\u{E9}", "0123456789abcde\n", "================",
    ])
    func refuses(_ text: String) { #expect(AdminToken(text) == nil) }

    @Test(arguments: ["0123456789abcdef", "0123456789abcdef==", "-._~+/-._~+/-._~+/"])
    func takes(_ text: String) { #expect(AdminToken(text) != nil) }
}
