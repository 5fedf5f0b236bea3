// Percent-encoding (RFC 3986): decoding, and encoding of all except unreserved characters.

extension Span<UInt8> {
    /// Decodes a percent-encoded text. "+" is not special.
    /// - Returns: nil when a "%" is not followed by two hexadecimal digits.
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

    /// Decodes one byte.
    /// - Parameters:
    ///   - index: of a byte or of the "%" of an escape.
    ///   - end: the end of the text.
    /// - Returns: the decoded byte and the index after it; nil when the escape is malformed.
    func percentDecodedByte(at index: Int, before end: Int) -> (byte: UInt8, next: Int)? {
        guard self[index] == UInt8(ascii: "%") else { return (self[index], index + 1) }
        guard index + 2 < end, let high = self[index + 1].hexadecimalDigit, let low = self[index + 2].hexadecimalDigit
        else { return nil }
        return (high << 4 | low, index + 3)
    }
}

extension [UInt8] {
    /// Appends a text. All bytes except RFC 3986's unreserved characters and `also` become escapes with upper-case digits.
    mutating func appendPercentEncoded(_ text: some Sequence<UInt8>, also: UInt8? = nil) {
        for byte in text {
            if byte.isUnreserved || byte == also { append(byte) } else { appendEscape(byte) }
        }
    }

    /// Appends the escape of a byte, with upper-case digits.
    mutating func appendEscape(_ byte: UInt8) {
        let digits: StaticString = "0123456789ABCDEF"
        append(UInt8(ascii: "%"))
        unsafe append(digits.utf8Start[Int(byte >> 4)])
        unsafe append(digits.utf8Start[Int(byte & 15)])
    }
}

extension UInt8 {
    /// True for RFC 3986's unreserved characters (section 2.3).
    var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
