// ReaderStore: open sources whose own levels are read region by region.

internal import Building
internal import Caching
internal import Imaging
internal import Library
private import Synchronization

/// Keeps sources open, the least recently used closed first. Any thread, unless a call says otherwise.
public final class ReaderStore: Sendable {
    private struct Open {
        let reader: ImageReader
        let native: NativeTiles?
    }

    private struct State {
        var files: OpenFiles<Open>
        /// The sources that a worker is opening, and the waiters for its end.
        var opening: [ImageVersion: [Int: @Sendable () -> Void]] = [:]
        var nextWaiter = 0
    }

    private let state: Mutex<State>
    private let idle: IdleDecoders

    /// Bytes of what is known of the places of tiles, at most.
    private static let placesCapacity = 128 << 20
    /// Bytes that idle decoders may hold of what they have decoded.
    private static let idleCapacity = 256 << 20

    /// - Parameter capacity: files at most, and as many idle decoders; a file takes two descriptors.
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

    /// Opens the source unless it is open. When another worker is opening it, calls `completion` once, on that worker, when it is done or has
    /// failed: an index is read only once, and no worker waits for it. An error is reported again to each reader. Worker threads.
    /// - Returns: the subscription to `completion`; nil when the caller can go on.
    func open(_ record: ImageRecord, orWait completion: @escaping @Sendable () -> Void) -> Subscription? {
        let version = record.version
        let (waiter, isFirst) = state.withLock { state -> (Int?, Bool) in
            if state.files.use(version) != nil { return (nil, false) }
            guard state.opening[version] != nil else {
                state.opening[version] = [:]
                return (nil, true)
            }
            state.nextWaiter += 1
            state.opening[version]?[state.nextWaiter] = completion
            return (state.nextWaiter, false)
        }
        if isFirst {
            _ = try? opened(record)
            let waiters = state.withLock { $0.opening.removeValue(forKey: version) ?? [:] }
            for completion in waiters.values { completion() }
        }
        return waiter.map { waiter in
            Subscription { [weak self] in _ = self?.state.withLock { $0.opening[version]?.removeValue(forKey: waiter) } }
        }
    }

    private func opened(_ record: ImageRecord) throws(ImagingError) -> Open {
        let version = record.version
        if let known = state.withLock({ $0.files.use(version) }) { return known }
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
