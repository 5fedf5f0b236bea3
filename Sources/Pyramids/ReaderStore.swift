// Open files whose own levels are read region by region.

internal import Imaging
internal import Library
private import Workers

/// Keeps readers open, the least recently used closed first.
final class ReaderStore: Sendable {
    private struct Open {
        let reader: ImageReader
        let native: NativeTiles?
    }

    private struct State {
        var files: OpenFiles<Open>
        /// Those that a worker is opening.
        var opening: Set<ImageVersion> = []
    }

    private let state: Monitor<State>

    /// Bytes of what is known of the places of tiles, at most.
    private static let placesCapacity = 128 << 20

    /// - Parameter capacity: files at most; each takes a descriptor or two.
    init(capacity: Int) {
        state = Monitor(State(files: OpenFiles(capacity: capacity, byteCapacity: ReaderStore.placesCapacity)))
    }

    /// Opens the file where it is not open. Worker threads.
    func reader(of record: ImageRecord) throws(ImagingError) -> ImageReader { try opened(record).reader }

    /// The tiles of an image that can be sent as they stand in its file; opens it where it is not open. Worker threads.
    func nativeTiles(of record: ImageRecord) throws(ImagingError) -> NativeTiles? { try opened(record).native }

    /// The same of an image whose file is open already. Any thread; the lock is never held for long.
    func nativeTiles(of version: ImageVersion) -> NativeTiles? { state.withLock { $0.files.use(version)?.native } }

    /// Closes a reader whose file has changed.
    func forget(_ version: ImageVersion) {
        // Closed outside the lock.
        _ = state.withLock { $0.files.remove(version) }
    }

    private func opened(_ record: ImageRecord) throws(ImagingError) -> Open {
        let version = record.version
        // One worker opens it, and others wait: what an index takes is taken once.
        let known: Open? = state.wait { state -> Open?? in
            if let known = state.files.use(version) { return .some(known) }
            return state.opening.insert(version).inserted ? .some(nil) : nil
        }
        if let known { return known }
        defer {
            state.withLock { _ = $0.opening.remove(version) }
            state.broadcast()
        }
        let source = try record.openSource()
        let reader = try ImageReader(source, record.description)
        let opened = Open(reader: reader, native: try NativeTiles(reader, of: record, in: source))
        // Closed outside the lock.
        _ = state.withLock { $0.files.insert(opened, version, byteCount: reader.memoryCount) }
        return opened
    }
}
