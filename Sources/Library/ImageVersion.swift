// ImageVersion: names one state of one source under one set of parameters. A key of caches, part of every entity tag, and the `v=` of tile
// URLs.

internal import System

/// 128 bits of a SHA-256 over everything that the bytes of a tile depend on. Two versions are equal only when all tiles are.
public struct ImageVersion: Hashable, Sendable, CustomStringConvertible {
    private let high: UInt64
    private let low: UInt64

    /// - Parameter parts: everything that the version depends on, in a fixed order.
    public init(_ parts: [String]) {
        let digest = SHA256.hexadecimal(of: [UInt8](parts.joined(separator: "\0").utf8))
        high = UInt64(digest.prefix(16), radix: 16) ?? 0
        low = UInt64(digest.dropFirst(16).prefix(16), radix: 16) ?? 0
    }

    /// The bits. They are evenly distributed, and no secret: entity tags contain them.
    public var bits: (high: UInt64, low: UInt64) { (high, low) }

    /// 32 hexadecimal digits.
    public var description: String {
        unsafe String(unsafeUninitializedCapacity: 32) { buffer in
            for index in 0..<32 { unsafe buffer[index] = digit(index) }
            return 32
        }
    }

    /// The version whose `description` is a text; nil when there is none.
    public init?(description text: some StringProtocol) {
        guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.dropFirst(16), radix: 16) else {
            return nil
        }
        self.high = high
        self.low = low
        guard text.utf8.elementsEqual(description.utf8) else { return nil }
    }

    /// True when these bytes are `description`. Allocates nothing.
    public func isWritten(as text: Span<UInt8>) -> Bool {
        guard text.count == 32 else { return false }
        for index in text.indices {
            guard text[index] == digit(index) else { return false }
        }
        return true
    }

    /// The hexadecimal digit at an index of `description`.
    private func digit(_ index: Int) -> UInt8 {
        let half = index < 16 ? high : low
        let value = UInt8(truncatingIfNeeded: half >> (60 - 4 * UInt64(index % 16))) & 15
        return value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
    }
}
