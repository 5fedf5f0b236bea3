// [UInt8]: appending text and numbers without creating strings.

extension [UInt8] {
    /// Appends the UTF-8 of a text.
    mutating func append(_ text: StaticString) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a decimal number.
    /// - Parameter number: at least 0.
    mutating func append(decimal number: Int) {
        var unit = 1
        while number / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(UInt8(ascii: "0") + UInt8(number / unit % 10))
            unit /= 10
        }
    }

    /// Appends two decimal numbers with a comma between them. Both are at least 0.
    mutating func append(decimals first: Int, _ second: Int) {
        append(decimal: first)
        append(UInt8(ascii: ","))
        append(decimal: second)
    }
}
