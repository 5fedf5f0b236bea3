// HostField: the syntax of the Host field, which becomes the host of our URLs.

/// Checks values of the Host field. Any thread.
public enum HostField {
    /// The largest number of bytes: the longest domain name, a colon and a port.
    private static let longest = 253 + 6

    /// True when the bytes are a host name or an IP address, perhaps with a port (RFC 9110, 7.2). All characters of a valid host can be
    /// written into URLs, JSON, XML and header fields without escaping. Allocates nothing.
    public static func isHost(_ bytes: Span<UInt8>) -> Bool {
        guard bytes.count > 0, bytes.count <= longest else { return false }
        var index = 0
        if bytes[0] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), (3...46).contains(end) else { return false }
            var colons = 0
            for index in 1..<end {
                guard isAddressByte(bytes[index]) else { return false }
                if bytes[index] == UInt8(ascii: ":") { colons += 1 }
            }
            guard colons >= 2 else { return false }
            index = end + 1
        } else {
            while index < bytes.count, isNameByte(bytes[index]) { index += 1 }
            guard index > 0 else { return false }
        }
        return index == bytes.count || isPort(bytes.extracting(index...))
    }

    /// True when a valid host has a port.
    public static func hasPort(_ host: String) -> Bool {
        guard let colon = host.utf8.lastIndex(of: UInt8(ascii: ":")) else { return false }
        return !host.utf8[colon...].contains(UInt8(ascii: "]"))
    }

    private static func isPort(_ bytes: Span<UInt8>) -> Bool {
        guard bytes[0] == UInt8(ascii: ":"), bytes.count <= 6 else { return false }
        // The port may be empty (RFC 3986, 3.2.3).
        if bytes.count == 1 { return true }
        var port = 0
        for index in 1..<bytes.count {
            guard (0x30...0x39).contains(bytes[index]) else { return false }
            port = port * 10 + Int(bytes[index] - 0x30)
        }
        return (1...65_535).contains(port)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isAddressByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66, UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: false
        }
    }
}
