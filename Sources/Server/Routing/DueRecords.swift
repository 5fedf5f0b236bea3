// DueRecords: the records of a loop whose files have to be looked at.

internal import Library

/// Gathers records for a worker to look at together: of ten thousand images that are asked for, each is due once a second, and to wake a
/// worker costs more than to look at a file.
struct DueRecords {
    /// A record, and the raw segment by which a URL named it.
    typealias Item = (record: ImageRecord, segment: [UInt8])

    private var items: [Item] = []
    private var takenAt: UInt64 = 0

    /// Milliseconds for which those that are due next are gathered; a small part of the time that a record that is due can still be used.
    static let interval: UInt64 = 20

    mutating func add(_ record: ImageRecord, _ segment: [UInt8]) { items.append((record, segment)) }

    /// The records to look at now; nil where there are none, or where others were taken a moment ago.
    /// - Parameter now: in milliseconds.
    mutating func take(at now: UInt64) -> [Item]? {
        guard !items.isEmpty, now >= takenAt + DueRecords.interval else { return nil }
        takenAt = now
        defer { items = [] }
        return items
    }
}
