// A loop's own way from the bytes of an identifier in a URL to the image's record.

internal import Library

/// A cache of records by raw path segment. It belongs to one loop: no lock, and a look-up allocates nothing.
///
/// One image may stand under several encodings of its identifier. A segment has its place in one set of eight; in a full set the first that
/// was not used since the last was given up makes room, so that a folder of more images than there are places costs trips to a worker for
/// those that are seldom asked for, and not for all.
final class RecordTable {
    private struct Entry {
        let segment: [UInt8]
        var record: ImageRecord
        var isUsed: Bool
    }

    private static let setCount = 4_096
    private static let setSize = 8
    /// Records at most.
    static let capacity = setCount * setSize

    /// Set after set; 0 where there is no entry. Apart from the entries, so that a set is looked through in one piece of memory.
    private var hashes = [UInt64](repeating: 0, count: capacity)
    private var entries = [Entry?](repeating: nil, count: capacity)
    /// Which one goes where all of a set were used.
    private var turn = 0
    /// Secret, so that nobody can make identifiers that all fall into one set.
    private let seed: UInt64

    init(seed: UInt64 = .random(in: 1...UInt64.max)) { self.seed = seed }

    /// The record last stored for these bytes.
    func record(for segment: Span<UInt8>) -> ImageRecord? {
        guard let place = place(of: segment, hash(segment)) else { return nil }
        if entries[place]?.isUsed == false { entries[place]?.isUsed = true }
        return entries[place]?.record
    }

    /// Stores a record in the place of the one there, or of another.
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

    /// A place of a set that is free, or is now.
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

    /// FNV-1a with a secret start, its high bits folded down; never 0.
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
