// Addresses, blocks of addresses, and lists of trusted proxies.

import EventLoop
import Glibc
@testable import Server
import Testing

@Suite struct TrustedProxiesTests {
    @Test(
        "A list has the addresses of its blocks and names",
        arguments: [
            ("10.0.0.0/8", "10.255.1.2", true), ("10.0.0.0/8", "11.0.0.0", false), ("10.1.2.3", "10.1.2.3", true),
            ("10.1.2.3", "10.1.2.4", false),
            ("10.1.2.3/8", "10.9.9.9", true), ("0.0.0.0/0", "255.1.2.3", true), ("0.0.0.0/0", "2001:db8::1", false),
            ("::/0", "1.2.3.4", true),
            ("192.168.4.0/23", "192.168.5.255", true), ("192.168.4.0/23", "192.168.6.0", false), ("1.2.3.4/32", "1.2.3.4", true),
            ("1.2.3.4/31", "1.2.3.5", true), ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
            ("2001:db8::/64", "2001:db8::ffff:0:0:1", true), ("2001:db8::/65", "2001:db8::8000:0:0:1", false), ("::1/128", "::1", true),
            ("::1", "::2", false), ("::ffff:10.0.0.1", "10.0.0.1", true), ("loopback", "127.9.9.9", true), ("loopback", "::1", true),
            ("loopback", "10.0.0.1", false), ("private", "172.31.0.1", true), ("private", "172.32.0.1", false),
            ("private", "fd00::1", true),
            ("private", "127.0.0.1", false), ("loopback, private", "192.168.0.9", true), ("8.8.8.8,loopback", "8.8.8.8", true),
        ])
    func contains(_ list: String, _ address: String, _ expected: Bool) throws {
        #expect(try #require(TrustedProxies(list)).contains(try #require(IPAddress(address))) == expected)
    }

    @Test(
        "A list with a malformed item is refused",
        arguments: [
            "", ",", "10.0.0.1,", "localhost", "10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "10.0.0", "10.0.0.256",
            "1",
            "/8", "Loopback", "[::1]", "10.0.0.1:80", "::1%eth0", "10.0.0.0/+8", "10.0.0.0/ 8", "10.0.0.1 10.0.0.2", "private/8", "::g",
        ])
    func refuses(_ list: String) { #expect(TrustedProxies(list) == nil) }

    @Test(
        "An address that a proxy writes may have a port",
        arguments: [
            ("1.2.3.4", "1.2.3.4"), ("1.2.3.4:5678", "1.2.3.4"), ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:443", "2001:db8::1"), ("::ffff:1.2.3.4", "1.2.3.4"), ("unknown", nil), ("_hidden", nil), ("", nil), ("[", nil),
            ("[]", nil), (":", nil), ("[1.2.3.4]:x", "1.2.3.4"), ("1.2.3.4.5:80", nil),
        ] as [(String, String?)])
    func noted(_ text: String, _ address: String?) {
        #expect(IPAddress(noted: text) == address.flatMap { IPAddress($0) })
    }

    @Test(
        "In a chain the first entry counts behind which all proxies are trusted",
        arguments: [
            ([], 0), (["1.1.1.1"], 0), (["1.1.1.1", "10.0.0.1"], 0), (["1.1.1.1", "2.2.2.2"], 1), (["9.9.9.9", "1.1.1.1", "10.0.0.1"], 1),
            (["1.1.1.1", "10.0.0.1:80", "[fd00::1]:9"], 0), (["1.1.1.1", "unknown"], 1), (["10.0.0.1", nil], 1),
            (["10.0.0.3", "10.0.0.2"], 0),
        ] as [([String?], Int)])
    func chains(_ sources: [String?], _ first: Int) throws {
        #expect(try #require(TrustedProxies("private")).firstBelievable(sources) == first)
    }

    /// The other end of a socket: an address where it has one.
    @Test func peers() throws {
        let loopback = try #require(TrustedProxies("loopback"))
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        #expect(IPAddress(peerOf: ends[0]).map(loopback.contains) != true)
        ends.forEach { close($0) }
        for (family, any) in [(AF_INET, "127.0.0.1"), (AF_INET6, "::1")] {
            let listener = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            guard listener >= 0, listen(listener, 1) == 0 else { continue }
            var storage = sockaddr_storage()
            var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
            let client = socket(family, Int32(SOCK_STREAM.rawValue), 0)
            let isConnected = withUnsafeMutablePointer(to: &storage) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    getsockname(listener, address, &count) == 0 && connect(client, address, count) == 0
                }
            }
            if isConnected {
                #expect(IPAddress(peerOf: client) == IPAddress(any))
                #expect(IPAddress(peerOf: client).map(loopback.contains) == true)
            }
            close(client)
            close(listener)
        }
        #expect(IPAddress(peerOf: -1).map(loopback.contains) != true)
    }
}
