// A small seeded generator (SplitMix64), so that the same seed paints the same wall on every machine and thread.

struct RandomSource: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// Uniform in 0..<1.
    mutating func unit() -> Float {
        Float(next() >> 40) * (1 / 16_777_216)
    }

    mutating func within(_ range: ClosedRange<Float>) -> Float {
        range.lowerBound + (range.upperBound - range.lowerBound) * unit()
    }

    mutating func integer(_ range: Range<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    mutating func chance(_ probability: Float) -> Bool {
        unit() < probability
    }

    /// An independent stream for part `index`: its numbers do not depend on the numbers that other parts have drawn.
    func branch(_ index: Int) -> RandomSource {
        var child = RandomSource(seed: state ^ (UInt64(truncatingIfNeeded: index) &* 0xD6E8_FEB8_6659_FD93))
        _ = child.next()
        return child
    }
}
