// The one door to tiles and renditions: memory, then disk, then one render of each product, however many ask.

public import Building
public import Caching
internal import Geometry
internal import Imaging
public import Library
internal import PyramidFormat
internal import Synchronization
internal import System
public import Workers

/// Serves products of image records. Any thread.
public final class TileService: Sendable {
    /// Makes the header lines of HTTP/1 of an image of `byteCount` bytes, with the empty line at the end. Called on any thread.
    public typealias Lines = @Sendable (_ fields: ImageFields, _ byteCount: Int) -> [UInt8]
    /// Gets a product or why there is none. Called once, on a worker or builder thread, or at once where the queue is full.
    public typealias Completion = @Sendable (Result<EncodedImage, TileError>) -> Void

    /// Where all work of the service runs; others may put theirs there, too.
    public let workers: WorkerPool
    /// Where tiles are made ahead. Threads of their own, so that no tile that somebody waits for waits for one of these to end, and that
    /// they go on where workers wait for a disk; where the processors are busy, they yield.
    let prefetchers: WorkerPool
    /// The encoded tiles in memory.
    public let memory: TileCache
    let disk: DiskCache
    let pyramids: PyramidStore
    let budget: MemoryBudget
    let renderer: Renderer
    let flights = SingleFlight<Product, EncodedImage>()
    let failures = FailureMemory<Product>()
    let lines: Lines
    let warn: @Sendable (String) -> Void
    let diskHits = Atomic<Int>(0)
    let diskMisses = Atomic<Int>(0)

    /// Threads that make tiles ahead, at least: where tiles wait for a disk, few processors can do many at once.
    private static let minimumPrefetchers = 4
    /// Tiles that may wait to be made ahead: more would come too late.
    private static let prefetchedTiles = 256

    /// - Parameter warn: told what an operator should know, a line.
    /// - Throws: `cache` where the cache folder cannot be used.
    public convenience init(
        _ configuration: Configuration, warn: @escaping @Sendable (String) -> Void, lines: @escaping Lines
    ) throws(TileError) {
        let builder = PyramidBuilder(encoders: configuration.encoders)
        try self.init(configuration, warn: warn, lines: lines) {
            (file, record, encoding, writer, progress, isCancelled) throws(ImagingError) in
            try builder.build(
                file, record.description, level: record.buildLevel, tileSize: record.grid.tileSize, encoding: encoding, into: writer,
                progress: progress,
                isCancelled: isCancelled)
        }
    }

    /// - Parameter builder: what gives the tiles of a source to a writer.
    init(
        _ configuration: Configuration, warn: @escaping @Sendable (String) -> Void, lines: @escaping Lines,
        builder: @escaping BuildRunner.Builder
    ) throws(TileError) {
        self.lines = lines
        self.warn = warn
        let open = OpenPyramids(capacity: configuration.openFiles)
        let folder = try TileError.wrapping { () throws(SystemError) in try CacheFolder(root: configuration.cacheFolder) }
        // One more, since the pool keeps a thread for tiles while others are at something long.
        workers = WorkerPool(threads: configuration.workers + 1, capacity: 4_096) { Imaging.threadDidEnd() }
        prefetchers = WorkerPool(
            threads: max(configuration.workers, TileService.minimumPrefetchers), capacity: TileService.prefetchedTiles, lowPriority: true
        ) {
            Imaging.threadDidEnd()
        }
        disk = DiskCache(
            folder: folder, capacity: configuration.cacheSize, later: { [workers] work in _ = workers.submit(.background, work) },
            removed: open.close(named:), warn: warn)
        memory = TileCache(capacity: configuration.memoryCache)
        budget = MemoryBudget(limit: configuration.decodeMemory) { [workers] work in _ = workers.submit(.wanted, work) }
        let encoders = configuration.encoders
        pyramids = PyramidStore(
            CachedPyramids(disk: disk, open: open, workers: workers), budget: budget,
            need: { PyramidBuilder(encoders: encoders).need(of: $0, level: $0.buildLevel) }, warn: warn,
            builder: builder)
        renderer = Renderer(
            pyramids: pyramids, readers: ReaderStore(capacity: configuration.openFiles)
        ) { [workers] count, body in workers.concurrentPerform(count, in: .viewport, body) }
    }

    /// Calls back with a product, made if need be.
    /// - Parameter lane: how urgent it is, where it has to be made.
    /// - Returns: the caller's subscription in it, to be cancelled when the answer is no longer wanted.
    public func product(_ product: Product, of record: ImageRecord, lane: Lane, completion: @escaping Completion) -> Subscription {
        flights.join(product, lane: lane, completion: completion) { [self] () throws(TileError) in
            try submit(ProductWork(product, of: record, ProductMachine(renderer.facts(of: product, record))))
        }
    }

    /// How urgent a tile is that somebody waits for, and whether it may take seconds.
    public func lane(of key: TileKey, _ record: ImageRecord) -> Lane { renderer.isExact(key, of: record) ? .viewport : .wanted }

    /// Has a tile made that will probably be asked for soon, after everything that is being waited for, and kept in memory. Only of an image
    /// whose tiles can be made ahead: no pyramid is built for it, since whoever looks at the image has asked for that already.
    /// - Parameter completion: called once, when there is nothing more to expect, perhaps before this returns; not after `cancel`.
    /// - Returns: the caller's subscription, to be cancelled when it does not expect the tile any more; nil where nothing has to be done.
    public func prefetch(_ key: TileKey, of record: ImageRecord, completion: @escaping @Sendable () -> Void) -> Subscription? {
        memory.contains(key) ? nil : product(.tile(key), of: record, lane: .prefetch) { _ in completion() }
    }

    /// Whether tiles of a level of an image can be made ahead: from the image's own file, or from a pyramid that is open since somebody has
    /// asked for the image. Any thread; does not touch the disk.
    public func canPrefetch(_ record: ImageRecord, level: Int) -> Bool {
        record.sourceLevel(for: level) != nil || hasPyramidOpen(record)
    }

    /// Whether somebody has looked at the image since its pyramid is there. Any thread; does not touch the disk.
    public func hasPyramidOpen(_ record: ImageRecord) -> Bool { pyramids.isOpen(record.version) }

    /// How much work waits in a lane.
    public func queueDepth(of lane: Lane) -> Int { workers.depth(of: lane) + prefetchers.depth(of: lane) }

    /// Builds that may run at once.
    public static var buildLimit: Int { PyramidStore.runningLimit }

    /// Builds that run.
    public var buildCount: Int { pyramids.builds.runningCount }

    /// Tiles that were taken from sources as they stand there, without decoding.
    public var nativeTileCount: Int { renderer.nativeTileCount.load(ordering: .relaxed) }

    /// Products that were found on the disk, in the cache folder or in a source as they are sent, and those that had to be made.
    public var diskStatistics: (hits: Int, misses: Int) { (diskHits.load(ordering: .relaxed), diskMisses.load(ordering: .relaxed)) }

    /// Bytes of the cache on disk.
    public var diskByteCount: Int { disk.byteCount }

    /// Finishes what runs, but for builds, and ends the threads. Call once, at the end.
    public func shutDown() {
        pyramids.shutDown()
        prefetchers.shutDown()
        workers.shutDown()
    }

    /// Removes what stands half-made in the cache folder, where its threads cannot be waited for: the process has to end now. Any thread.
    public func abandon() { disk.folder.abandon() }
}
