// Writing text into bytes without making strings of its parts.

extension [UInt8] {
    mutating func append(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a number that is not negative.
    mutating func append(decimal number: Int) {
        var unit = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }

    /// Appends two numbers with a comma between them.
    mutating func append(decimals first: Int, _ second: Int) {
        append(decimal: first)
        append(UInt8(ascii: ","))
        append(decimal: second)
    }
}
