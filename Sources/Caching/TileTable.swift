// TileTable: finds the entry of a hash.

/// A hash table from hashes to indices of entries, which the caller holds. It uses open addressing, is at most half full, and has no
/// tombstones. A slot has the upper half of the hash beside the index, so that wrong entries are rarely compared.
public struct TileTable {
    /// The upper half of the hash, and the index plus one; 0 is a free slot.
    private var slots: [UInt64] = [0, 0]
    /// The whole hash of each index.
    private var hashes: [UInt64] = []
    private var count = 0

    /// Bytes of the table for each entry, when it is as full as it gets.
    static let bytesPerTile = 3 * MemoryLayout<UInt64>.stride

    private static let indexMask: UInt64 = 0xFFFF_FFFF

    /// The index that was inserted under a hash and for which `isMatch` is true.
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

    /// The hash under which an index was inserted.
    func hash(of index: Int) -> UInt64 { hashes[index] }

    /// Inserts an index, which is at most one more than the largest so far.
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

    /// Removes an index that was inserted.
    mutating func remove(_ index: Int) {
        var gap = home(hashes[index])
        while TileTable.index(slots[gap]) != index { gap = next(gap) }
        // The following slots move up, unless a slot would come before its home.
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
