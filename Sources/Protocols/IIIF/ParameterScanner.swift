// ParameterScanner: reads one percent-encoded parameter of an IIIF path from left to right, without allocating.

/// A scanner of a short percent-encoded text, such as "%5E!225,100". It is a value: a copy continues independently from the same position.
struct ParameterScanner {
    private let bytes: InlineArray<128, UInt8>
    private let count: Int
    private var position = 0

    /// Decodes the text.
    /// - Returns: nil when an escape is malformed or the decoded text is longer than 128 bytes, which no valid parameter is.
    init?(_ path: Span<UInt8>, _ range: Range<Int>) {
        // Filled as a local variable and stored at the end. Filled in place, the optimiser of Swift 6.3.1 loses the count of a failable
        // initialiser.
        var bytes = InlineArray<128, UInt8>(repeating: 0)
        var count = 0
        var index = range.lowerBound
        while index < range.upperBound {
            guard count < 128, let (byte, next) = path.percentDecodedByte(at: index, before: range.upperBound) else { return nil }
            bytes[count] = byte
            count += 1
            index = next
        }
        self.bytes = bytes
        self.count = count
    }

    /// True when all bytes have been read.
    var isAtEnd: Bool { position == count }

    /// Skips an ASCII text when it comes next.
    /// - Returns: false, without moving, when another text comes next.
    mutating func take(_ text: StaticString) -> Bool {
        let start = position
        let length = text.utf8CodeUnitCount
        guard count - start >= length else { return false }
        for offset in 0..<length where unsafe bytes[start + offset] != text.utf8Start[offset] { return false }
        position += length
        return true
    }

    /// Reads a whole number of 1 to 10 digits.
    mutating func integer() -> Int? {
        let (number, digits) = digits(limit: 10)
        return digits > 0 ? number : nil
    }

    /// Reads a decimal number. Digits must follow a decimal point (Image API 3.0, section 4.7). Digits after the fifteenth of the fraction
    /// make no difference to a pixel and are ignored.
    mutating func decimal() -> Double? {
        let (whole, wholeDigits) = digits(limit: 10)
        guard take(".") else { return wholeDigits > 0 ? Double(whole) : nil }
        let (fraction, fractionDigits) = digits(limit: 15)
        guard fractionDigits > 0 else { return nil }
        while next != nil { position += 1 }
        var divisor = 1.0
        for _ in 0..<fractionDigits { divisor *= 10 }
        return Double(whole) + Double(fraction) / divisor
    }

    private mutating func digits(limit: Int) -> (number: Int, digits: Int) {
        var number = 0
        let start = position
        while position - start < limit, let digit = next {
            number = number * 10 + digit
            position += 1
        }
        return (number, position - start)
    }

    /// The value of the next digit; nil when another byte comes next.
    private var next: Int? { position < count ? bytes[position].decimalDigit : nil }
}
