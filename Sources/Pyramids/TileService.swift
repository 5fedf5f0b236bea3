// The one door to tiles and renditions: memory, then disk, then one render of each product, however many ask.

internal import Geometry
internal import Imaging
public import Library
private import Synchronization
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
    private let prefetchers: WorkerPool
    /// The encoded tiles in memory.
    public let memory: TileCache
    private let disk: DiskCache
    private let pyramids: PyramidStore
    private let budget: DecodeBudget
    private let renderer: Renderer
    private let flights = SingleFlight<Product, EncodedImage>()
    private let failures = FailureMemory<Product>()
    private let lines: Lines
    private let warn: @Sendable (String) -> Void
    private let diskHits = Atomic<Int>(0)
    private let diskMisses = Atomic<Int>(0)

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
            threads: max(configuration.workers, TileService.minimumPrefetchers), capacity: TileService.prefetchedTiles, yields: true
        ) {
            Imaging.threadDidEnd()
        }
        disk = DiskCache(
            folder: folder, capacity: configuration.cacheSize, later: { [workers] work in _ = workers.submit(.background, work) },
            removed: open.close(named:), warn: warn)
        memory = TileCache(capacity: configuration.memoryCache)
        budget = DecodeBudget(limit: configuration.decodeMemory) { [workers] work in _ = workers.submit(.wanted, work) }
        let (encoders, quality) = (configuration.encoders, configuration.quality)
        pyramids = PyramidStore(
            FinishedPyramids(disk: disk, open: open, workers: workers), budget: budget,
            need: { PyramidBuilder(encoders: encoders).need(of: $0, level: $0.buildLevel, quality: quality) }, quality: quality, warn: warn,
            builder: builder)
        renderer = Renderer(
            pyramids: pyramids, readers: ReaderStore(capacity: configuration.openFiles), quality: configuration.quality,
            background: configuration.background
        ) { [workers] count, body in workers.share(count, in: .viewport, body) }
    }

    /// Calls back with a product, made if need be.
    /// - Parameter lane: how urgent it is, where it has to be made.
    /// - Returns: the caller's subscription in it, to be cancelled when the answer is no longer wanted.
    public func product(_ product: Product, of record: ImageRecord, lane: Lane, completion: @escaping Completion) -> Subscription {
        flights.join(product, lane: lane, completion: completion) { [self] () throws(TileError) in
            try start(product, of: record)
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

    /// How far an image's pyramid is. May open the pyramid's file: worker threads.
    public func pyramidState(of record: ImageRecord) -> PyramidState {
        record.isNative ? .native : pyramids.state(of: record)
    }

    /// The share of an image's pyramid that is built, from 0 to 1; nil where none is being built. Any thread; does not touch the disk.
    public func buildProgress(of record: ImageRecord) -> Double? { pyramids.buildProgress(of: record.version) }

    /// Tells how far an image's pyramid is: at once what is known, then each change, at most some five times a second, until it is ready or
    /// has failed. Listening builds nothing. May open the pyramid's file: worker threads.
    /// - Parameter listener: called on any thread, under a lock: it passes on what it hears, and does not wait.
    /// - Returns: the caller's subscription, to be cancelled when it listens no longer.
    public func listen(to record: ImageRecord, _ listener: @escaping @Sendable (PyramidEvent) -> Void) -> Subscription {
        guard !record.isNative else {
            listener(.ready)
            return Subscription {}
        }
        return pyramids.listen(to: record, listener)
    }

    /// The pyramid of an image as a file; where there is none, it is built, though nobody waits. Worker threads.
    public func pyramidFile(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard record.hasWholePyramid else { return .native }
        return try cachedPyramid(of: record)
    }

    /// What the cache holds of an image's pyramid, of whatever levels; where there is nothing yet, it is built, though nobody waits. Worker
    /// threads.
    public func cachedPyramid(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard !record.isNative else { return .native }
        do throws(TileError) {
            return try pyramids.file(of: record)
        } catch {
            error.operatorsReason(about: record.identifier).map(warn)
            throw error
        }
    }

    /// Forgets all that is kept of a version and can be made again: its tiles in memory, its derivatives, its finished pyramid, what failed.
    /// Worker threads.
    public func forget(_ version: ImageVersion) {
        // What is in memory may be read anew from what is on disk, and so goes last.
        pyramids.forget(version)
        disk.forget(prefix: version.derivativePrefix)
        renderer.forget(version)
        failures.forget { $0.version == version }
        memory.removeAll { $0.version == version }
    }

    /// Where the pyramid of an image stands when it is built.
    public func pyramidPath(of record: ImageRecord) -> String { disk.folder.path(record.version.pyramidName) }

    /// A tile that can be sent at once: one in memory, or one that stands in a file as it is sent and that the page cache has. Any thread, and
    /// for loops: it never waits for a disk or for work.
    public func atHand(_ key: TileKey, of record: ImageRecord) -> EncodedImage? {
        if let image = memory[key] { return image }
        guard let tile = storedTile(key, of: record), let image = tile.imageNow(fields: Product.tile(key).fields(of: record), lines: lines)
        else { return nil }
        diskHits.add(1, ordering: .relaxed)
        if record.sourceLevel(for: key.address.level) != nil { renderer.nativeTileCount.add(1, ordering: .relaxed) }
        memory.insert(image, for: key)
        return image
    }

    /// A tile that stands in a file as it is to be sent, as far as that is known without a look at the disk. Any thread.
    func storedTile(_ key: TileKey, of record: ImageRecord) -> StoredTile? {
        if record.sourceLevel(for: key.address.level) != nil { return renderer.storedNativeTile(key) }
        return key.format == record.pyramidFormat ? pyramids.storedTile(key.address, of: record) : nil
    }

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

    // MARK: - On the way to a product

    /// - Parameter share: memory to decode the source.
    private func start(
        _ product: Product, of record: ImageRecord, share: DecodeBudget.Share? = nil
    ) throws(TileError) -> SingleFlight<Product, EncodedImage>.Drop {
        // A flight that has ended meanwhile has no work left; the job will see that.
        let lane = flights.lane(of: product) ?? .background
        let pool = lane == .prefetch ? prefetchers : workers
        let job = pool.submit(lane) { [self] in
            if !flights.endIfUnwanted(product) { make(product, of: record, in: lane, hasMemory: share != nil) }
            share?.release()
        }
        guard let job else { throw .overloaded }
        // A job that has memory is not dropped: it runs, finds that nobody wants it, and gives the memory back.
        return { share == nil && pool.drop(job) }
    }

    /// - Parameter lane: where it waited for its turn; meanwhile it may be more urgent.
    private func make(_ product: Product, of record: ImageRecord, in lane: Lane, hasMemory: Bool) {
        if let failure = failures[product] { return flights.finish(product, .failure(failure)) }
        do throws(TileError) {
            // To look for a derivative takes less than to open a file of many tiles.
            if case .rendition = product, let bytes = disk.derivative(product.derivativeName) {
                return finish(product, of: record, in: lane, bytes, isFound: true)
            }
            guard !awaitsFile(product, of: record) else { return }
            if let bytes = try renderer.nativeTile(product, of: record) {
                return finish(product, of: record, in: lane, bytes, isFound: true)
            }
            // What stands in a pyramid is never a derivative.
            if case .tile = product, !renderer.readsFromPyramid(product, of: record), let bytes = disk.derivative(product.derivativeName) {
                return finish(product, of: record, in: lane, bytes, isFound: true)
            }
            switch try renderer.render(product, of: record, hasMemory: hasMemory, isCancelled: { [flights] in flights.isUnwanted(product) })
            {
            case .stored(let bytes):
                finish(product, of: record, in: lane, bytes, isFound: true)
            case .rendered(let bytes):
                finish(product, of: record, in: lane, bytes, isFound: false)
                disk.writeDerivative(product.derivativeName, bytes)
            case .needsTiles(let addresses):
                awaitTiles(addresses, for: product, of: record)
            case .needsMemory(let byteCount):
                try awaitMemory(byteCount, for: product, of: record)
            }
        } catch {
            // Nobody wanted it any more; if somebody does now, it begins anew.
            if case .source(.cancelled) = error { return goOn(product, of: record) }
            failures.remember(error, for: product)
            error.operatorsReason(about: record.identifier).map(warn)
            flights.finish(product, .failure(error))
        }
    }

    /// - Parameter isFound: whether the bytes stood on the disk, and were not made.
    private func finish(_ product: Product, of record: ImageRecord, in lane: Lane, _ bytes: [UInt8], isFound: Bool) {
        if isFound { diskHits.add(1, ordering: .relaxed) } else { diskMisses.add(1, ordering: .relaxed) }
        let fields = product.fields(of: record)
        let image = EncodedImage(fields: fields, head: lines(fields, bytes.count), body: bytes)
        if case .tile(let key) = product {
            let isPrefetched = flights.lane(of: product) == .prefetch
            if lane == .prefetch, !isPrefetched { memory.countUsed(key) }
            memory.insert(image, for: key, isPrefetched: isPrefetched)
        }
        flights.finish(product, .success(image))
    }

    // MARK: - What a product waits for; no worker waits

    /// Opens the product's file, or says that another worker is doing so; its work goes on when that has ended.
    private func awaitsFile(_ product: Product, of record: ImageRecord) -> Bool {
        let subscription = renderer.openFile(for: product, of: record) { [self] in goOn(product, of: record) }
        guard let subscription else { return false }
        flights.setDrop(product) {
            subscription.cancel()
            return true
        }
        if flights.endIfUnwanted(product) { subscription.cancel() }
        return true
    }

    /// The product's work goes on when the tiles are there.
    private func awaitTiles(_ addresses: [TileAddress], for product: Product, of record: ImageRecord) {
        // Nobody may have waited any more while they were looked for.
        guard !flights.endIfUnwanted(product) else { return }
        let subscription = pyramids.tiles(addresses, of: record) { [self] result in
            do throws(TileError) {
                _ = try result.get()
                goOn(product, of: record)
            } catch {
                flights.finish(product, .failure(error))
            }
        }
        flights.setDrop(product) {
            subscription.cancel()
            return true
        }
        if flights.endIfUnwanted(product) { subscription.cancel() }
    }

    /// The product's work goes on when there is room for its decoder.
    private func awaitMemory(_ byteCount: Int, for product: Product, of record: ImageRecord) throws(TileError) {
        guard byteCount <= budget.limit else { throw .source(.needsMemory(bytes: byteCount, limit: budget.limit)) }
        let answer = budget.request(byteCount) { [self] share in goOn(product, of: record, share: share) }
        switch answer {
        case .granted(let share): goOn(product, of: record, share: share)
        case .waiting(let ticket):
            flights.setDrop(product) { ticket.withdraw() }
            if flights.endIfUnwanted(product) { _ = ticket.withdraw() }
        }
    }

    private func goOn(_ product: Product, of record: ImageRecord, share: DecodeBudget.Share? = nil) {
        do throws(TileError) {
            flights.setDrop(product, try start(product, of: record, share: share))
        } catch {
            share?.release()
            flights.finish(product, .failure(error))
        }
    }
}
