// The order in which people expect names: "page 2" before "page 10".

/// Natural order of paths: runs of digits compare as numbers, letters without regard to case, and a folder's files stand together.
enum NaturalOrder {
    static func precedes(_ a: String, _ b: String) -> Bool {
        let (left, right) = (a.utf8.span, b.utf8.span)
        var i = 0
        var j = 0
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let first = digits(of: left, from: &i)
                let second = digits(of: right, from: &j)
                if first.count != second.count { return first.count < second.count }
                for (p, q) in zip(first, second) where left[p] != right[q] { return left[p] < right[q] }
            } else {
                let (first, second) = (rank(left[i]), rank(right[j]))
                if first != second { return first < second }
                i += 1
                j += 1
            }
        }
        if left.count - i != right.count - j { return left.count - i < right.count - j }
        // Names that differ only in case or in leading zeros: any fixed order.
        return a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    /// Where the digits from `index` on lie, without leading zeros; `index` moves behind them.
    private static func digits(of bytes: Span<UInt8>, from index: inout Int) -> Range<Int> {
        var start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        while start < index - 1, bytes[start] == UInt8(ascii: "0") { start += 1 }
        return start..<index
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// The slash comes first, so that a folder is finished before a file whose name begins with the folder's name.
    private static func rank(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "/"): 0
        case 0x41...0x5A: byte | 0x20
        default: byte
        }
    }
}
