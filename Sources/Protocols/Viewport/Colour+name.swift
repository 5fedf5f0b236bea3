// Colour: the form of colours in queries.

public import Geometry

extension Colour {
    /// Parses a colour: "RRGGBB" or "RRGGBBAA" in hexadecimal digits of either case, or "transparent".
    /// - Returns: nil for any other text.
    public init?(name: String) {
        if name == "transparent" {
            self = .transparent
            return
        }
        guard name.utf8.count == 6 || name.utf8.count == 8 else { return nil }
        var value: UInt32 = 0
        for byte in name.utf8 {
            guard let digit = byte.hexadecimalDigit else { return nil }
            value = value << 4 | UInt32(digit)
        }
        if name.utf8.count == 6 { value = value << 8 | 0xFF }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 24), green: UInt8(truncatingIfNeeded: value >> 16),
            blue: UInt8(truncatingIfNeeded: value >> 8), alpha: UInt8(truncatingIfNeeded: value))
    }
}
