// Open files whose own levels are read region by region.

internal import Imaging
internal import Library
private import Synchronization

/// Keeps readers open, the least recently used closed first.
final class ReaderStore: Sendable {
    private struct Open {
        let reader: ImageReader
        let native: NativeTiles?
        /// Larger is later.
        var lastUse: Int
    }

    private struct State {
        var open: [ImageVersion: Open] = [:]
        var uses = 0

        mutating func use(_ version: ImageVersion) -> Open? {
            guard let index = open.index(forKey: version) else { return nil }
            uses += 1
            open.values[index].lastUse = uses
            return open.values[index]
        }
    }

    private let state = Mutex(State())
    private static let capacity = 64

    /// Opens the file where it is not open. Worker threads.
    func reader(of record: ImageRecord) throws(ImagingError) -> ImageReader { try opened(record).reader }

    /// The tiles of an image that can be sent as they stand in its file; opens it where it is not open. Worker threads.
    func nativeTiles(of record: ImageRecord) throws(ImagingError) -> NativeTiles? { try opened(record).native }

    /// The same of an image whose file is open already. Any thread; the lock is never held for long.
    func nativeTiles(of version: ImageVersion) -> NativeTiles? { state.withLock { $0.use(version)?.native } }

    /// Closes a reader whose file has changed.
    func forget(_ version: ImageVersion) {
        // Closed outside the lock.
        _ = state.withLock { $0.open.removeValue(forKey: version) }
    }

    private func opened(_ record: ImageRecord) throws(ImagingError) -> Open {
        if let known = state.withLock({ $0.use(record.version) }) { return known }
        let source = try record.openSource()
        let reader = try ImageReader(source, record.description)
        let opened = Open(reader: reader, native: try NativeTiles(reader, of: record, in: source), lastUse: 0)
        let (kept, _) = state.withLock { state -> (Open, Open?) in
            // Whoever was first: what its tiles were found to be is not found out twice.
            if let earlier = state.use(record.version) { return (earlier, nil) }
            state.open[record.version] = opened
            _ = state.use(record.version)
            guard state.open.count > ReaderStore.capacity, let oldest = state.open.min(by: { $0.value.lastUse < $1.value.lastUse })
            else { return (opened, nil) }
            return (opened, state.open.removeValue(forKey: oldest.key))
        }
        return kept
    }
}
