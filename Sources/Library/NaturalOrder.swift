// NaturalOrder: the order in which people expect names: "page 2" before "page 10", and the files of a folder before its folders.

/// The natural order of paths, component by component: runs of digits compare as numbers, letters without regard to case.
enum NaturalOrder {
    /// True when `a` comes before `b`. A strict total order of the names' bytes.
    static func precedes(_ a: String, _ b: String) -> Bool {
        let (left, right) = (a.utf8.span, b.utf8.span)
        // The first component whose bytes differ decides.
        var start = 0
        var common = 0
        while common < left.count, common < right.count, left[common] == right[common] {
            common += 1
            if left[common - 1] == slash { start = common }
        }
        let (first, second) = (end(of: left, from: start), end(of: right, from: start))
        let (isFile, isOtherFile) = (first == left.count, second == right.count)
        if isFile != isOtherFile { return isFile }
        return precedes(left.extracting(start..<first), right.extracting(start..<second))
            ?? a.utf8.lexicographicallyPrecedes(b.utf8)
    }

    private static let slash = UInt8(ascii: "/")

    /// The end of the component that begins at `start`.
    private static func end(of bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != slash { index += 1 }
        return index
    }

    /// Nil when the names differ only in case or in leading zeros.
    private static func precedes(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool? {
        var i = 0
        var j = 0
        while i < left.count, j < right.count {
            if isDigit(left[i]), isDigit(right[j]) {
                let first = digits(of: left, from: &i)
                let second = digits(of: right, from: &j)
                if first.count != second.count { return first.count < second.count }
                for (p, q) in zip(first, second) where left[p] != right[q] { return left[p] < right[q] }
            } else {
                let (first, second) = (lowercased(left[i]), lowercased(right[j]))
                if first != second { return first < second }
                i += 1
                j += 1
            }
        }
        let (rest, other) = (left.count - i, right.count - j)
        return rest == other ? nil : rest < other
    }

    /// The range of the digits from `index` on, without leading zeros. Moves `index` behind them.
    private static func digits(of bytes: Span<UInt8>, from index: inout Int) -> Range<Int> {
        var start = index
        while index < bytes.count, isDigit(bytes[index]) { index += 1 }
        while start < index - 1, bytes[start] == UInt8(ascii: "0") { start += 1 }
        return start..<index
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
