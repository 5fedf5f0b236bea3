// Open files whose own levels are read region by region.

internal import Imaging
internal import Library
private import Synchronization

/// Keeps readers open, the least recently used closed first.
final class ReaderStore: Sendable {
    private struct Open {
        let reader: ImageReader
        let native: NativeTiles?
    }

    private let state: Mutex<OpenFiles<Open>>

    /// Bytes of what is known of the places of tiles, at most.
    private static let placesCapacity = 128 << 20

    /// - Parameter capacity: files at most; each takes a descriptor or two.
    init(capacity: Int) {
        state = Mutex(OpenFiles(capacity: capacity, byteCapacity: ReaderStore.placesCapacity))
    }

    /// Opens the file where it is not open. Worker threads.
    func reader(of record: ImageRecord) throws(ImagingError) -> ImageReader { try opened(record).reader }

    /// The tiles of an image that can be sent as they stand in its file; opens it where it is not open. Worker threads.
    func nativeTiles(of record: ImageRecord) throws(ImagingError) -> NativeTiles? { try opened(record).native }

    /// The same of an image whose file is open already. Any thread; the lock is never held for long.
    func nativeTiles(of version: ImageVersion) -> NativeTiles? { state.withLock { $0.use(version)?.native } }

    /// Closes a reader whose file has changed.
    func forget(_ version: ImageVersion) {
        // Closed outside the lock.
        _ = state.withLock { $0.remove(version) }
    }

    private func opened(_ record: ImageRecord) throws(ImagingError) -> Open {
        if let known = state.withLock({ $0.use(record.version) }) { return known }
        let source = try record.openSource()
        let reader = try ImageReader(source, record.description)
        let opened = Open(reader: reader, native: try NativeTiles(reader, of: record, in: source))
        let (kept, _) = state.withLock { state -> (Open, [Open]) in
            // Whoever was first: what its tiles were found to be is not found out twice.
            if let earlier = state.use(record.version) { return (earlier, []) }
            return (opened, state.insert(opened, record.version, byteCount: reader.memoryCount))
        }
        return kept
    }
}
