// The syntax of the Host field.

import HTTP
import Testing

@Suite struct HostFieldTests {
    private func isHost(_ text: String) -> Bool { HostField.isHost(Array(text.utf8).span) }

    @Test(
        "Names and addresses with and without ports are hosts",
        arguments: [
            "a", "a.example:8080", "127.0.0.1:80", "[::1]:80", "[::1]", "[2001:db8::ffff:1.2.3.4]:1", "a_b-c", "xn--caf-dma.example", "A.b",
            "a:65535", "a:", "[::1]:", String(repeating: "a", count: 253),
        ])
    func hosts(_ host: String) { #expect(isHost(host)) }

    @Test(
        "Anything else is not a host",
        arguments: [
            "", "a/b", "a b", "user@a", "a,b", "a\"", "<a>", "a?b", "a#b", "\u{E9}", "a%20", "a\\b", "a:0", "a:65536", "a:x", "a:1:2",
            "::1", "[::1", "::1]", "[]", "[a]", "[::1]a", "[::g]", "[::1%25eth0]", "]", "[", ":80", "a\r\n", "a'", "a;b", "[:]",
            String(repeating: "a", count: 260),
        ])
    func others(_ host: String) { #expect(!isHost(host)) }

    @Test("A port is told from the colons of an address", arguments: [("a", false), ("a:1", true), ("[::1]", false), ("[::1]:1", true)])
    func ports(_ host: String, _ hasPort: Bool) { #expect(HostField.hasPort(host) == hasPort) }
}
