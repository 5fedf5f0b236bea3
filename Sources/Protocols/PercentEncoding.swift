// Percent-encoding of RFC 3986: decoding of any text, encoding with only the unreserved characters left as they are.

extension Span<UInt8> {
    /// The bytes that a percent-encoded text stands for; nil where a "%" is not followed by two hexadecimal digits. "+" is itself.
    func percentDecoded(_ range: Range<Int>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(range.count)
        var index = range.lowerBound
        while index < range.upperBound {
            guard let (byte, next) = percentDecodedByte(at: index, before: range.upperBound) else { return nil }
            decoded.append(byte)
            index = next
        }
        return decoded
    }

    /// The byte at an index, which an escape may stand for, and the index behind it; nil where the escape is none.
    func percentDecodedByte(at index: Int, before end: Int) -> (byte: UInt8, next: Int)? {
        guard self[index] == UInt8(ascii: "%") else { return (self[index], index + 1) }
        guard index + 2 < end, let high = self[index + 1].hexadecimalDigit, let low = self[index + 2].hexadecimalDigit
        else { return nil }
        return (high << 4 | low, index + 3)
    }
}

extension [UInt8] {
    /// Appends a text; every byte but RFC 3986's unreserved ones, and `also`, becomes an upper-case escape.
    mutating func appendPercentEncoded(_ text: some Sequence<UInt8>, also: UInt8? = nil) {
        for byte in text {
            if byte.isUnreserved || byte == also { append(byte) } else { appendEscape(byte) }
        }
    }

    /// Appends the upper-case escape of a byte.
    mutating func appendEscape(_ byte: UInt8) {
        let digits: StaticString = "0123456789ABCDEF"
        append(UInt8(ascii: "%"))
        unsafe append(digits.utf8Start[Int(byte >> 4)])
        unsafe append(digits.utf8Start[Int(byte & 15)])
    }
}

extension UInt8 {
    /// Whether this is one of RFC 3986's unreserved characters (section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
