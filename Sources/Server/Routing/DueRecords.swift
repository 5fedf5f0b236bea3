// DueRecords: the records of a loop whose files have to be checked.

internal import Library

/// Gathers records that a worker checks together. If ten thousand images are in use, each is due once a second, and waking a worker costs
/// more than checking a file.
struct DueRecords {
    /// A record, and the raw path segment by which a URL named it.
    typealias Item = (record: ImageRecord, segment: [UInt8])

    private var items: [Item] = []
    private var takenAt: UInt64 = 0

    /// Milliseconds between batches: a small part of the time for which a due record can still be used.
    static let interval: UInt64 = 20

    /// Adds a record that is due.
    mutating func add(_ record: ImageRecord, _ segment: [UInt8]) { items.append((record, segment)) }

    /// Takes the gathered records out; nil if there are none, or if the last batch was taken less than `interval` ago.
    /// - Parameter now: milliseconds of a monotonic clock.
    mutating func take(at now: UInt64) -> [Item]? {
        guard !items.isEmpty, now >= takenAt + DueRecords.interval else { return nil }
        takenAt = now
        defer { items = [] }
        return items
    }
}
