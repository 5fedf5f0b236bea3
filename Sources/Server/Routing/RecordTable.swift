// A loop's own way from the bytes of an identifier in a URL to the image's record.

internal import Library

/// A hash table from raw path segments to records. It belongs to one loop: no lock, and a look-up allocates nothing.
///
/// One image may stand under several encodings of its identifier. The table is emptied when it is full, which costs each image one trip to a
/// worker, as every check of its file does.
struct RecordTable {
    private struct Entry {
        let hash: UInt64
        let segment: [UInt8]
        var record: ImageRecord
    }

    private static let slotCount = 16_384
    private static let capacity = slotCount / 2
    private var slots = [Entry?](repeating: nil, count: slotCount)
    private var count = 0
    /// Secret, so that nobody can make identifiers that all fall into one slot.
    private let seed = UInt64.random(in: 1...UInt64.max)

    /// The record last stored for these bytes.
    func record(for segment: Span<UInt8>) -> ImageRecord? {
        let hash = hash(segment)
        var slot = Int(truncatingIfNeeded: hash) & (RecordTable.slotCount - 1)
        while let entry = slots[slot] {
            if entry.hash == hash, RecordTable.areEqual(entry.segment, segment) { return entry.record }
            slot = (slot + 1) & (RecordTable.slotCount - 1)
        }
        return nil
    }

    mutating func store(_ record: ImageRecord, for segment: [UInt8]) {
        if count >= RecordTable.capacity {
            slots = [Entry?](repeating: nil, count: RecordTable.slotCount)
            count = 0
        }
        let hash = hash(segment.span)
        var slot = Int(truncatingIfNeeded: hash) & (RecordTable.slotCount - 1)
        while let entry = slots[slot] {
            if entry.hash == hash, entry.segment == segment {
                slots[slot]?.record = record
                return
            }
            slot = (slot + 1) & (RecordTable.slotCount - 1)
        }
        slots[slot] = Entry(hash: hash, segment: segment, record: record)
        count += 1
    }

    /// FNV-1a with a secret start, its high bits folded down.
    private func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash = seed
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        return hash ^ hash >> 32
    }

    private static func areEqual(_ a: [UInt8], _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for index in b.indices where a[index] != b[index] { return false }
        return true
    }
}
