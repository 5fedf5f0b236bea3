// Span<UInt8>: reading text without copying it: comparison, search and decimal numbers in a range of bytes.

extension Span<UInt8> {
    /// True when the bytes of the range are exactly this ASCII text.
    func matches(_ range: Range<Int>, _ text: StaticString) -> Bool {
        range.count == text.utf8CodeUnitCount && hasPrefix(range, text)
    }

    /// True when the range begins with this ASCII text.
    func hasPrefix(_ range: Range<Int>, _ text: StaticString) -> Bool {
        guard range.count >= text.utf8CodeUnitCount else { return false }
        return text.withUTF8Buffer { buffer in
            for offset in buffer.indices where unsafe self[range.lowerBound + offset] != buffer[offset] { return false }
            return true
        }
    }

    /// True when the range ends with this ASCII text.
    func hasSuffix(_ range: Range<Int>, _ text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        return range.count >= length && hasPrefix(range.upperBound - length..<range.upperBound, text)
    }

    /// The part of the range before an ending; nil when the range lacks the ending or has nothing before it.
    func stem(of range: Range<Int>, _ ending: StaticString) -> Range<Int>? {
        let end = range.upperBound - ending.utf8CodeUnitCount
        return hasSuffix(range, ending) && end > range.lowerBound ? range.lowerBound..<end : nil
    }

    /// The first index of a byte in the range.
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range where self[index] == byte { return index }
        return nil
    }

    /// Where a byte last stands in the range.
    func lastIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        for index in range.reversed() where self[index] == byte { return index }
        return nil
    }

    /// The value of a decimal number with 1 to 10 digits; nil when the range holds anything else.
    func decimal(_ range: Range<Int>) -> Int? {
        guard (1...10).contains(range.count) else { return nil }
        var number = 0
        for index in range {
            guard let digit = self[index].decimalDigit else { return nil }
            number = number * 10 + digit
        }
        return number
    }

    /// The first 80 bytes of the range as text for messages. Bytes that are not UTF-8 are replaced.
    func text(_ range: Range<Int>) -> String {
        String(decoding: range.prefix(80).map { self[$0] }, as: UTF8.self)
    }
}

extension UInt8 {
    /// The value of an ASCII decimal digit; nil for other bytes.
    var decimalDigit: Int? { (0x30...0x39).contains(self) ? Int(self) - 0x30 : nil }

    /// The value of an ASCII hexadecimal digit of either case; nil for other bytes.
    var hexadecimalDigit: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}
