// ParameterScanner: reads one parameter of an IIIF path from left to right, escapes decoded, without allocating.

/// A reader of a short percent-encoded text, such as "%5E!225,100". A copy reads on from the same place by itself.
struct ParameterScanner {
    private let bytes: InlineArray<128, UInt8>
    private let count: Int
    private var position = 0

    /// Nil where an escape is malformed or the text is longer than 128 bytes, which no valid parameter is.
    init?(_ path: Span<UInt8>, _ range: Range<Int>) {
        // Filled here and stored at the end: filled in place, -O of Swift 6.3.1 loses the count of a failable initialiser.
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

    var isAtEnd: Bool { position == count }

    /// Reads this ASCII text where it comes next.
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

    /// Reads a number of digits with at most one point, which digits follow (Image API 3.0, section 4.7). Digits of the fraction that make
    /// no difference to a pixel are passed over.
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

    /// The digit that comes next, if one does.
    private var next: Int? { position < count ? bytes[position].decimalDigit : nil }
}
