// PyramidProvider: pyramids of sources that hold no levels of their own: built once, read while they are built, kept in the cache folder.

public import Geometry
internal import Imaging
public import Library
public import PyramidFormat
internal import System

/// Finds, opens and builds pyramids, and hands out their tiles.
public final class PyramidProvider: Sendable {
    private let storage: any PyramidStorage
    public let builds: BuildQueue
    let listeners = PyramidListeners()
    let failures: FailureMemory<ImageVersion>
    private let budget: MemoryBudget
    /// Bytes of memory that the build of an image asks of the budget.
    private let need: @Sendable (ImageRecord) -> Int

    /// Builds that may run at once.
    public static let runningLimit = 2
    /// Builds that may wait for their turn.
    private static let queueCapacity = 64

    public init(
        _ storage: any PyramidStorage, budget: MemoryBudget, need: @escaping @Sendable (ImageRecord) -> Int,
        warn: @escaping @Sendable (String) -> Void, builder: @escaping BuildRunner.Builder
    ) {
        self.storage = storage
        self.budget = budget
        self.need = need
        failures = FailureMemory(transientLifetime: TileError.cacheRetrySeconds * 1_000)
        let runner = BuildRunner(
            storage: storage, listeners: listeners, failures: failures, warn: warn, builder: builder)
        builds = BuildQueue(
            limit: PyramidProvider.runningLimit, capacity: PyramidProvider.queueCapacity, budget: budget, need: need,
            threadWillEnd: Imaging.threadDidEnd, gaveUp: { [listeners] in listeners.tell($0, .none) }, run: runner.run)
    }

    /// Stops all builds. Call once, at the end.
    public func shutDown() { builds.shutDown() }

    // MARK: - Tiles

    /// A tile of a pyramid that is open or being built, if it is there. Any thread; does not look in the cache folder.
    public func storedTile(_ address: TileAddress, of record: ImageRecord) -> StoredTile? {
        // In this order: a build that ends has its pyramid opened before it is gone itself.
        if let build = builds.build(of: record.version) { return build.live.storedTile(address) }
        return storage.opened(record.version)?.storedTile(address)
    }

    /// Tiles, if all of them are there. Worker threads.
    /// - Parameter addresses: tiles of the record's grid.
    /// - Throws: `cache` where the pyramid is there and cannot be opened now.
    public func storedTiles(_ addresses: [TileAddress], of record: ImageRecord) throws(TileError) -> [StoredTile]? {
        let find: (TileAddress) -> StoredTile?
        if let build = builds.build(of: record.version) {
            find = build.live.storedTile
        } else if let file = try TileError.wrapping({ () throws(SystemError) in try storage.existing(record) }) {
            find = file.storedTile
        } else {
            return nil
        }
        var tiles: [StoredTile] = []
        tiles.reserveCapacity(addresses.count)
        for address in addresses {
            guard let tile = find(address) else { return nil }
            tiles.append(tile)
        }
        return tiles
    }

    /// Gives up the pyramid that a tile could not be read from. Tiles of builds and of other files change nothing.
    public func discard(_ tile: StoredTile, of record: ImageRecord) { storage.discard(record.version, tile.file) }

    /// Forgets the finished pyramid of a version, and why it could not be built. A build that runs goes on: it makes from the source what
    /// would be asked for next.
    public func forget(_ version: ImageVersion) {
        failures.forget { $0 == version }
        if builds.build(of: version) == nil { storage.forget(version) }
    }

    // MARK: - Waiting

    /// Calls back when all the named tiles can be read, or when it is known that they cannot: at once, or on the thread that writes or ends
    /// the build. Begins the build where there is none.
    /// - Parameter addresses: tiles that the record's pyramid holds.
    public func tiles(_ addresses: [TileAddress], of record: ImageRecord, completion: @escaping LivePyramid.Completion) -> Subscription {
        do throws(TileError) {
            let layout = DeepZoomLayout(record.pyramidGrid)
            // What the pyramid does not have would be waited for again and again.
            guard addresses.allSatisfy({ layout.slot($0) != nil }) else { throw .outsideGrid }
            try checkBuildable(record)
            let joined = try join(record, isKept: false) { ($0, $0.live.wait(for: addresses, completion)) }
            if let (build, waiter) = joined, let waiter {
                return Subscription { [weak builds] in builds?.leave(build, waiter: waiter) }
            }
            completion(.success(()))
        } catch {
            completion(.failure(error))
        }
        return Subscription {}
    }

    /// The pyramid as a file. When there is none, starts a build and does not wait for it. Worker threads.
    public func file(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        let download = try TileError.wrapping { () throws(SystemError) in
            try storage.existing(record).map { file throws(SystemError) in try PyramidDownload(file, record.version) }
        }
        if let download { return .file(download) }
        try checkBuildable(record)
        // One that is there by now is found in the next try.
        guard let progress = try join(record, isKept: true, { $0.progress }) else { return try file(of: record) }
        return .building(progress: progress)
    }

    /// The build of a record as `BuildQueue.join` gives it; nil where a build has just ended, and the pyramid is open.
    private func join<Value>(_ record: ImageRecord, isKept: Bool, _ body: (Build) -> Value) throws(TileError) -> Value? {
        try builds.join(record, isKept: isKept, unless: { storage.opened(record.version) != nil }, body)
    }

    /// At once: a source known to be broken does not wait behind builds.
    private func checkBuildable(_ record: ImageRecord) throws(TileError) {
        if let failure = failures[record.version] { throw failure }
        let need = need(record)
        guard need <= budget.limit else { throw .source(.needsMemory(bytes: need, limit: budget.limit)) }
    }

    // MARK: - State

    /// Whether the pyramid is there and open. Any thread; does not look in the cache folder.
    public func isOpen(_ version: ImageVersion) -> Bool { storage.opened(version) != nil }

    /// How far the pyramid is. May look in the cache folder: worker threads.
    public func state(of record: ImageRecord) -> PyramidState {
        // The finished file first, and the failure: the build ends a moment later.
        if storage.opened(record.version) != nil { return .ready }
        if failures[record.version] != nil { return .failed }
        if let build = builds.build(of: record.version) { return .building(progress: build.progress) }
        return (try? storage.existing(record)) == nil ? .none : .ready
    }

    /// How far a build is, where there is one. Any thread.
    public func buildProgress(of version: ImageVersion) -> Double? { builds.build(of: version)?.progress }

    /// Tells how far the pyramid is: at once what is known, then each change, at most about five times a second, on the threads of the
    /// build, or on the thread that cancels it. Listening neither starts nor keeps a build. Worker threads.
    /// - Parameter listener: called under a lock: it must only pass the event on.
    public func listen(to record: ImageRecord, _ listener: @escaping PyramidListeners.Listener) -> Subscription {
        let version = record.version
        let number = listeners.add(version, listener)
        // The listener was added first, so that it receives the end of a build that ends after this look.
        let event: PyramidEvent =
            switch state(of: record) {
            case .ready, .native: .ready
            // Passing failures are forgotten after a while.
            case .failed: failures[version].map { .failed($0) } ?? .none
            case .building(let progress): .progress(progress)
            case .none: .none
            }
        listeners.tell(version, first: number, event)
        return Subscription { [listeners] in listeners.remove(version, number) }
    }
}
