// OptionValue: numbers in the notations that a command line allows.

/// Parsers of option values. They return nil for a text that is not allowed.
enum OptionValue {
    /// A whole number in `range`.
    static func integer(_ text: String, _ range: ClosedRange<Int>) -> Int? {
        guard let value = Int(text), range.contains(value) else { return nil }
        return value
    }

    /// Bytes: a whole number with an optional unit: KiB, MiB, GiB, TiB (powers of 1024), kB, MB, GB, TB (powers of 1000), B.
    static func bytes(_ text: String) -> Int? {
        let units: [(String, Int)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("TiB", 1 << 40),
            ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("TB", 1_000_000_000_000), ("B", 1),
        ]
        let unit = units.first { text.hasSuffix($0.0) }
        guard let number = Int(text.dropLast(unit?.0.count ?? 0)), number >= 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: unit?.1 ?? 1)
        return overflow ? nil : bytes
    }
}
