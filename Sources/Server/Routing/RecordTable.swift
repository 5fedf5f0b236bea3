// RecordTable: a loop's cache of records, by the bytes of an identifier in a URL.

internal import Library

/// A cache of records by raw path segment. It belongs to one loop, so it has no lock. A look-up allocates nothing.
///
/// One image may have several entries, one for each encoding of its identifier. A segment belongs to one set of eight places. If the set is
/// full, the first entry that was not used since the last removal makes room. A folder with more images than places thus costs trips to a
/// worker for images that are seldom asked for, and not for all.
final class RecordTable {
    private struct Entry {
        let segment: [UInt8]
        var record: ImageRecord
        var isUsed: Bool
    }

    private static let setCount = 4_096
    private static let setSize = 8
    /// The most records.
    static let capacity = setCount * setSize

    /// Set after set; 0 for an empty place. Kept apart from the entries, so that a set is searched in one piece of memory.
    private var hashes = [UInt64](repeating: 0, count: capacity)
    private var entries = [Entry?](repeating: nil, count: capacity)
    /// The place that makes room in a set whose entries were all used.
    private var turn = 0
    /// Secret, so that no client can make identifiers that all fall into one set.
    private let seed: UInt64

    init(seed: UInt64 = .random(in: 1...UInt64.max)) { self.seed = seed }

    /// The record last stored for these bytes.
    func record(for segment: Span<UInt8>) -> ImageRecord? {
        guard let place = place(of: segment, hash(segment)) else { return nil }
        if entries[place]?.isUsed == false { entries[place]?.isUsed = true }
        return entries[place]?.record
    }

    /// Stores a record for these bytes. May remove another entry.
    func store(_ record: ImageRecord, for segment: [UInt8]) {
        let hash = hash(segment.span)
        if let known = place(of: segment.span, hash) {
            entries[known]?.record = record
        } else {
            let place = vacate(set(of: hash))
            hashes[place] = hash
            entries[place] = Entry(segment: segment, record: record, isUsed: false)
        }
    }

    private func place(of segment: Span<UInt8>, _ hash: UInt64) -> Int? {
        for place in set(of: hash) where hashes[place] == hash {
            if let entry = entries[place], RecordTable.areEqual(entry.segment, segment) { return place }
        }
        return nil
    }

    /// A free place of a set. Makes one free if need be.
    private func vacate(_ set: Range<Int>) -> Int {
        if let free = set.first(where: { hashes[$0] == 0 }) { return free }
        if let unused = set.first(where: { entries[$0]?.isUsed == false }) { return unused }
        for place in set { entries[place]?.isUsed = false }
        turn = (turn + 1) % RecordTable.setSize
        return set.lowerBound + turn
    }

    private func set(of hash: UInt64) -> Range<Int> {
        let first = Int(truncatingIfNeeded: hash) & (RecordTable.setCount - 1)
        return first * RecordTable.setSize..<(first + 1) * RecordTable.setSize
    }

    /// FNV-1a with a secret start value, its high bits folded down; never 0.
    private func hash(_ bytes: Span<UInt8>) -> UInt64 {
        var hash = seed
        for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
        return (hash ^ hash >> 32) | 1 << 63
    }

    private static func areEqual(_ a: [UInt8], _ b: Span<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        for index in b.indices where a[index] != b[index] { return false }
        return true
    }
}

@available(*, unavailable)
extension RecordTable: Sendable {}
