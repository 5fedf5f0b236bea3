// TileTable: where the entry of a hash stands.

/// A hash table from hashes to indices of entries that somebody else holds: open addressing, at most half full, no tombstones. A slot has
/// the upper half of the hash beside the index, so that hardly ever an entry is looked at that is not the one.
public struct TileTable {
    /// The upper half of the hash, and the index plus one; 0 is a free slot.
    private var slots: [UInt64] = [0, 0]
    /// The whole hash of each index.
    private var hashes: [UInt64] = []
    private var count = 0

    /// Bytes of the table for each entry, when it is as full as it gets.
    static let bytesPerTile = 3 * MemoryLayout<UInt64>.stride

    private static let indexMask: UInt64 = 0xFFFF_FFFF

    /// The index entered under a hash for which `isMatch` holds.
    func find(_ hash: UInt64, where isMatch: (Int) -> Bool) -> Int? {
        var slot = home(hash)
        while slots[slot] != 0 {
            if (slots[slot] ^ hash) & ~TileTable.indexMask == 0 {
                let index = TileTable.index(slots[slot])
                if isMatch(index) { return index }
            }
            slot = next(slot)
        }
        return nil
    }

    /// The hash that an index was entered under.
    func hash(of index: Int) -> UInt64 { hashes[index] }

    /// Enters an index, which may be one more than the largest so far.
    mutating func insert(_ index: Int, _ hash: UInt64) {
        if index == hashes.count { hashes.append(hash) } else { hashes[index] = hash }
        if 2 * (count + 1) > slots.count {
            let old = slots
            slots = [UInt64](repeating: 0, count: 2 * old.count)
            for slot in old where slot != 0 { place(slot, hashes[TileTable.index(slot)]) }
        }
        count += 1
        place(hash & ~TileTable.indexMask | UInt64(index + 1), hash)
    }

    /// Takes out an index that was entered.
    mutating func remove(_ index: Int) {
        var gap = home(hashes[index])
        while TileTable.index(slots[gap]) != index { gap = next(gap) }
        // What follows moves up, unless it would come to stand before its home.
        var slot = next(gap)
        while slots[slot] != 0 {
            let mask = slots.count - 1
            let home = home(hashes[TileTable.index(slots[slot])])
            if (slot - home) & mask >= (slot - gap) & mask {
                slots[gap] = slots[slot]
                gap = slot
            }
            slot = next(slot)
        }
        slots[gap] = 0
        count -= 1
    }

    private mutating func place(_ value: UInt64, _ hash: UInt64) {
        var slot = home(hash)
        while slots[slot] != 0 { slot = next(slot) }
        slots[slot] = value
    }

    private func home(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash) & (slots.count - 1) }
    private func next(_ slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
    private static func index(_ slot: UInt64) -> Int { Int(slot & indexMask) - 1 }
}
