// The bearer token of the operator.

@testable import Server
import Testing

@Suite struct AdminTokenTests {
    @Test(
        "A request carries the token as a bearer token, exactly and alone",
        arguments: [
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

    @Test("A request without the field carries no token") func notCarried() throws {
        #expect(try !#require(AdminToken("0123456789abcdef")).isCarried(by: request("/")))
    }

    @Test(
        "A token that is short or cannot be sent is refused",
        arguments: [
            "", "short", "0123456789 abcdef", "0123456789abcde=", "0123456789abcd\u{E9}", "0123456789abcde\n", "================",
        ])
    func refuses(_ text: String) { #expect(AdminToken(text) == nil) }

    @Test(
        "A token of 16 characters of a bearer token is taken", arguments: ["0123456789abcdef", "0123456789abcdef==", "-._~+/-._~+/-._~+/"])
    func takes(_ text: String) { #expect(AdminToken(text) != nil) }
}
