// The name of one state of one source under one set of parameters: cache key, part of every entity tag, and the `v=` of tile URLs.

private import Imaging

/// 128 bits of a SHA-256 over everything that the bytes of a tile depend on. Two versions are equal only where the tiles are.
public struct ImageVersion: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// - Parameter parts: what the version depends on, in a fixed order.
    public init(_ parts: [String]) {
        let digest = Imaging.digest([UInt8](parts.joined(separator: "\0").utf8))
        high = UInt64(digest.prefix(16), radix: 16) ?? 0
        low = UInt64(digest.dropFirst(16).prefix(16), radix: 16) ?? 0
    }

    /// 32 hexadecimal digits.
    public var description: String { ImageVersion.hexadecimal(high) + ImageVersion.hexadecimal(low) }

    /// Whether these bytes are `description`; allocates nothing.
    public func isWritten(as text: Span<UInt8>) -> Bool {
        guard text.count == 32 else { return false }
        for index in text.indices {
            let half = index < 16 ? high : low
            let digit = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(index % 16))) & 15
            guard text[index] == digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) else { return false }
        }
        return true
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
