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

    private struct State {
        var files: OpenFiles<Open>
        /// Those that a worker is opening, and who waits for the end of that.
        var opening: [ImageVersion: [Int: @Sendable () -> Void]] = [:]
        var nextWaiter = 0
    }

    private let state: Mutex<State>
    private let idle: IdleDecoders

    /// Bytes of what is known of the places of tiles, at most.
    private static let placesCapacity = 128 << 20
    /// Bytes that idle decoders may hold of what they have decoded.
    private static let idleCapacity = 256 << 20

    /// - Parameter capacity: files at most, and as many idle decoders; a file takes two descriptors, and a decoder one.
    init(capacity: Int) {
        state = Mutex(State(files: OpenFiles(capacity: capacity, byteCapacity: ReaderStore.placesCapacity)))
        idle = IdleDecoders(capacity: capacity, byteCapacity: ReaderStore.idleCapacity)
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

    /// Where a file is being opened by another worker: has `completion` called, once, on that worker when it has ended, well or not. What an
    /// index takes is to be taken once, and no worker to wait for it.
    /// - Returns: the caller's interest; nil where nobody is opening the file.
    func waitForOpening(_ version: ImageVersion, _ completion: @escaping @Sendable () -> Void) -> Interest? {
        state.withLock { state -> Interest? in
            guard state.opening[version] != nil else { return nil }
            let waiter = state.nextWaiter
            state.nextWaiter += 1
            state.opening[version]?[waiter] = completion
            return Interest { [weak self] in _ = self?.state.withLock { $0.opening[version]?.removeValue(forKey: waiter) } }
        }
    }

    private func opened(_ record: ImageRecord) throws(ImagingError) -> Open {
        let version = record.version
        let (known, isFirst) = state.withLock { state -> (Open?, Bool) in
            if let known = state.files.use(version) { return (known, false) }
            guard state.opening[version] == nil else { return (nil, false) }
            state.opening[version] = [:]
            return (nil, true)
        }
        if let known { return known }
        // Who comes just then, and is not first, opens it, too.
        defer {
            if isFirst {
                let waiters = state.withLock { $0.opening.removeValue(forKey: version) ?? [:] }
                for completion in waiters.values { completion() }
            }
        }
        let source = try record.openSource()
        let reader = try ImageReader(source, record.description, idle: idle)
        let opened = Open(reader: reader, native: try NativeTiles(reader, of: record, in: source))
        let (kept, _) = state.withLock { state -> (Open, [Open]) in
            if let earlier = state.files.use(version) { return (earlier, []) }
            // Closed outside the lock.
            return (opened, state.files.insert(opened, version, byteCount: reader.memoryCount))
        }
        return kept
    }
}
