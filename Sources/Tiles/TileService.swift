// TileService: serves tiles and renditions: from memory, from disk, or by one render of each product for all requests.

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
    /// Receives the product or the error. Called exactly once: on a worker or builder thread, or synchronously when the queue is full.
    public typealias Completion = @Sendable (Result<EncodedImage, TileError>) -> Void

    /// The threads for all work of the service. Other parts of the server may submit jobs, too.
    public let workers: WorkerPool
    /// The threads that prefetch tiles. A requested tile never waits for a prefetched one to end, and prefetch continues while workers wait
    /// for a disk. The threads have low priority, so that they yield when the processors are busy.
    let prefetchers: WorkerPool
    /// The encoded tiles in memory.
    public let memory: TileCache
    let disk: DiskCache
    let pyramids: PyramidProvider
    let budget: MemoryBudget
    let renderer: Renderer
    let flights = SingleFlight<Product, EncodedImage>()
    let failures = FailureMemory<Product>()
    let lines: Lines
    let warn: @Sendable (String) -> Void
    let diskHits = Atomic<Int>(0)
    let diskMisses = Atomic<Int>(0)

    /// Prefetch threads at least. When tiles wait for a disk, a few processors can prefetch many tiles at once.
    private static let minimumPrefetchers = 4
    /// Tiles that may wait for a prefetch thread. More of them would come too late.
    private static let prefetchedTiles = 256

    /// - Parameters:
    ///   - warn: receives lines for the operator.
    ///   - lines: makes the prepared header lines of an answer.
    /// - Throws: `cache` when the cache folder cannot be used.
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

    /// - Parameter builder: gives the tiles of a source to a writer.
    init(
        _ configuration: Configuration, warn: @escaping @Sendable (String) -> Void, lines: @escaping Lines,
        builder: @escaping BuildRunner.Builder
    ) throws(TileError) {
        self.lines = lines
        self.warn = warn
        let open = OpenPyramids(capacity: configuration.openFiles)
        let folder = try TileError.wrapping { () throws(SystemError) in try CacheFolder(root: configuration.cacheFolder) }
        // One more, since the pool keeps one thread for tiles while the others run long jobs.
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
        pyramids = PyramidProvider(
            CachedPyramids(disk: disk, open: open, workers: workers), budget: budget,
            need: { PyramidBuilder(encoders: encoders).need(of: $0, level: $0.buildLevel) }, warn: warn,
            builder: builder)
        renderer = Renderer(
            pyramids: pyramids, readers: ReaderStore(capacity: configuration.openFiles)
        ) { [workers] count, body in workers.concurrentPerform(count, in: .viewport, body) }
    }

    /// Gets a product, which is made when it does not exist yet. Any thread.
    /// - Parameter lane: the urgency of the product if it has to be made.
    /// - Returns: the caller's subscription. The caller cancels it when the answer is no longer wanted.
    public func product(_ product: Product, of record: ImageRecord, lane: Lane, completion: @escaping Completion) -> Subscription {
        flights.join(product, lane: lane, completion: completion) { [self] () throws(TileError) in
            try submit(ProductWork(product, of: record, ProductMachine(renderer.facts(of: product, record))))
        }
    }

    /// The lane of a requested tile. A tile that may take seconds has the lane of regions.
    public func lane(of key: TileKey, _ record: ImageRecord) -> Lane { renderer.isExact(key, of: record) ? .viewport : .wanted }

    /// Makes a tile that will probably be requested soon, behind all requested tiles, and keeps it in memory. Call it only when
    /// `canPrefetch` allows it: no pyramid is built for prefetch. Any thread.
    /// - Parameter completion: called once when the tile is made or has failed, perhaps before this returns; not after `cancel`.
    /// - Returns: the caller's subscription, to be cancelled when the tile is no longer expected; nil when the tile is in memory already.
    public func prefetch(_ key: TileKey, of record: ImageRecord, completion: @escaping @Sendable () -> Void) -> Subscription? {
        memory.contains(key) ? nil : product(.tile(key), of: record, lane: .prefetch) { _ in completion() }
    }

    /// True when tiles of a level can be prefetched: from the image's own file, or from a pyramid that is open. Any thread; does not touch
    /// the disk.
    public func canPrefetch(_ record: ImageRecord, level: Int) -> Bool {
        record.sourceLevel(for: level) != nil || hasPyramidOpen(record)
    }

    /// True when the image's pyramid file is open. Any thread; does not touch the disk.
    public func hasPyramidOpen(_ record: ImageRecord) -> Bool { pyramids.isOpen(record.version) }

    /// The number of jobs that wait in a lane. Any thread.
    public func queueDepth(of lane: Lane) -> Int { workers.depth(of: lane) + prefetchers.depth(of: lane) }

    /// The number of builds that may run at once.
    public static var buildLimit: Int { PyramidProvider.runningLimit }

    /// The number of builds that run now. Any thread.
    public var buildCount: Int { pyramids.builds.runningCount }

    /// The number of tiles that were taken from sources as they lie there, without decoding. Any thread.
    public var nativeTileCount: Int { renderer.nativeTileCount.load(ordering: .relaxed) }

    /// The numbers of products that a file held as they are sent, and of products that had to be made. Any thread.
    public var diskStatistics: (hits: Int, misses: Int) { (diskHits.load(ordering: .relaxed), diskMisses.load(ordering: .relaxed)) }

    /// Bytes of the cache on disk.
    public var diskByteCount: Int { disk.byteCount }

    /// Stops the builds, finishes the other jobs that run, and ends the threads. Call once, at the end.
    public func shutDown() {
        pyramids.shutDown()
        prefetchers.shutDown()
        workers.shutDown()
    }

    /// Removes the unfinished files of this process from the cache folder, when the process has to end without waiting for its threads. Any
    /// thread.
    public func abandon() { disk.folder.abandon() }
}
