// GhostQueue: remembers which tiles were evicted lately.

/// Remembers the hashes of evicted tiles, about as many as the cache holds tiles. A newer hash may overwrite an older one early. The loss costs
/// a tile its place in the main queue, and no wrong bytes.
public struct GhostQueue {
    /// The upper half of a hash, and the number of its eviction.
    private var slots: [UInt64] = []
    private var moment: UInt32 = 0

    static let bytesPerTile = MemoryLayout<UInt64>.stride

    /// - Parameter tiles: the number of tiles that the cache holds.
    mutating func remember(_ hash: UInt64, tiles: Int) {
        if slots.count < tiles {
            var count = max(slots.count, 16)
            while count < tiles { count *= 2 }
            slots = [UInt64](repeating: 0, count: count)
        }
        moment &+= 1
        slots[slot(hash)] = (hash & ~0xFFFF_FFFF) | UInt64(moment)
    }

    /// - Parameter tiles: the number of tiles that the cache holds.
    func remembers(_ hash: UInt64, tiles: Int) -> Bool {
        guard !slots.isEmpty else { return false }
        let found = slots[slot(hash)]
        return found >> 32 == hash >> 32 && Int(moment &- UInt32(truncatingIfNeeded: found)) < tiles
    }

    private func slot(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }
}
