// ForwardedElement: the Forwarded field, in which each proxy records the request that it received (RFC 7239).

/// The record of one proxy.
public struct ForwardedElement: Sendable, Equatable {
    /// The sender of the request to the proxy (parameter "for"): an address, perhaps with a port, or an obfuscated name.
    public private(set) var source: String?
    /// The Host field of the request to the proxy.
    public private(set) var host: String?
    /// The scheme of the request to the proxy (parameter "proto").
    public private(set) var proto: String?

    /// Parses the value of a Forwarded field. The values of the parameters are not checked. Missing quotation marks around a value with a
    /// colon are tolerated, since some proxies omit them.
    /// - Returns: the elements, the proxy nearest to the client first; nil when the field is malformed.
    public static func list(_ field: String) -> [ForwardedElement]? {
        var reader = Reader(bytes: Array(field.utf8))
        var elements: [ForwardedElement] = []
        while true {
            guard let element = reader.element() else { return nil }
            elements.append(element)
            if reader.takes(UInt8(ascii: ",")) { continue }
            return reader.isAtEnd ? elements : nil
        }
    }

    private mutating func setParameter(_ name: [UInt8], _ value: String) -> Bool {
        let name = name.span
        if name.equalsIgnoringCase("for") { return ForwardedElement.set(&source, value) }
        if name.equalsIgnoringCase("host") { return ForwardedElement.set(&host, value) }
        if name.equalsIgnoringCase("proto") { return ForwardedElement.set(&proto, value) }
        return true
    }

    /// Returns false when the parameter is already set. A parameter may occur once per element (RFC 7239, 4): of two, either could be
    /// forged.
    private static func set(_ place: inout String?, _ value: String) -> Bool {
        defer { place = value }
        return place == nil
    }

    private struct Reader {
        let bytes: [UInt8]
        var index = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { index == bytes.count }

        /// Skips white space, then the given byte when it is the next one.
        mutating func takes(_ byte: UInt8) -> Bool {
            skipSpace()
            guard index < bytes.count, bytes[index] == byte else { return false }
            index += 1
            skipSpace()
            return true
        }

        private mutating func skipSpace() {
            while index < bytes.count, bytes[index] == 0x20 || bytes[index] == 0x09 { index += 1 }
        }

        mutating func element() -> ForwardedElement? {
            var element = ForwardedElement()
            repeat {
                skipSpace()
                let name = text { byte in !"=,;\" \t".utf8.contains(byte) }
                // Parameters may be empty.
                if name.isEmpty { continue }
                guard takes(UInt8(ascii: "=")), let value = value(), element.setParameter(name, value) else { return nil }
            } while takes(UInt8(ascii: ";"))
            return element
        }

        private mutating func value() -> String? {
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") else {
                let value = text { byte in !",;\" \t".utf8.contains(byte) }
                return value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
            }
            var value: [UInt8] = []
            index += 1
            while index < bytes.count {
                switch bytes[index] {
                case UInt8(ascii: "\""):
                    index += 1
                    return String(decoding: value, as: UTF8.self)
                case UInt8(ascii: "\\") where index + 1 < bytes.count:
                    value.append(bytes[index + 1])
                    index += 2
                default:
                    value.append(bytes[index])
                    index += 1
                }
            }
            return nil
        }

        private mutating func text(of isPart: (UInt8) -> Bool) -> [UInt8] {
            let start = index
            while index < bytes.count, isPart(bytes[index]) { index += 1 }
            return Array(bytes[start..<index])
        }
    }
}
