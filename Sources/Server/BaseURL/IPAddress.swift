// IPAddress: addresses of peers, and addresses in the fields of proxies.

private import Glibc

/// An IPv6 address. An IPv4 address is held as its IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2).
struct IPAddress: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    /// Reads an address without a port.
    init?(_ text: String) {
        var address = in6_addr()
        var old = in_addr()
        if unsafe inet_pton(AF_INET6, text, &address) == 1 {
            self.init(address)
        } else if unsafe inet_pton(AF_INET, text, &old) == 1 {
            self.init(old)
        } else {
            return nil
        }
    }

    /// Reads an address as proxies write it: perhaps with a port. An IPv6 address with a port stands in brackets.
    init?(noted text: String) {
        if let address = IPAddress(text) {
            self = address
        } else if text.utf8.first == UInt8(ascii: "["), let end = text.utf8.firstIndex(of: UInt8(ascii: "]")) {
            self.init(String(text[..<end].dropFirst()))
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            self.init(String(text[..<colon]))
        } else {
            return nil
        }
    }

    /// The address at the other end of a socket; nil if that is no IP address.
    init?(peerOf descriptor: Int32) {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let address: IPAddress? = unsafe withUnsafeMutablePointer(to: &storage) { storage in
            let raw = UnsafeMutableRawPointer(storage)
            guard unsafe getpeername(descriptor, raw.assumingMemoryBound(to: sockaddr.self), &count) == 0 else { return nil }
            switch Int32(unsafe storage.pointee.ss_family) {
            case AF_INET6: return IPAddress(unsafe raw.assumingMemoryBound(to: sockaddr_in6.self).pointee.sin6_addr)
            case AF_INET:
                return IPAddress(unsafe raw.assumingMemoryBound(to: sockaddr_in.self).pointee.sin_addr)
            default: return nil
            }
        }
        guard let address else { return nil }
        self = address
    }

    private init(_ address: in_addr) {
        high = 0
        low = 0xFFFF_0000_0000 | UInt64(UInt32(bigEndian: address.s_addr))
    }

    private init(_ address: in6_addr) {
        (high, low) = unsafe withUnsafeBytes(of: address) { bytes in
            unsafe (
                UInt64(bigEndian: bytes.load(as: UInt64.self)), UInt64(bigEndian: bytes.load(fromByteOffset: 8, as: UInt64.self))
            )
        }
    }
}
