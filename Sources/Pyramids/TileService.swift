// The one door to tiles and renditions: memory, then disk, then one render of each product, however many ask.

public import Geometry
internal import Imaging
public import Library
public import Workers

/// Serves products of image records. Any thread.
public final class TileService: Sendable {
    public struct Configuration: Sendable {
        /// Made where it is missing.
        public var cacheFolder: String
        /// Bytes of pyramids and derivatives on disk.
        public var cacheSize: Int
        /// Bytes of encoded tiles in memory.
        public var memoryCache: Int
        /// JPEG quality of tiles, 1 to 100.
        public var quality: Int
        /// Behind transparent images where a format keeps no alpha.
        public var background: Colour
        /// Threads that decode and encode, besides the one that is kept for tiles.
        public var workers: Int

        public init(
            cacheFolder: String, cacheSize: Int, memoryCache: Int, quality: Int, background: Colour, workers: Int
        ) {
            self.cacheFolder = cacheFolder
            self.cacheSize = cacheSize
            self.memoryCache = memoryCache
            self.quality = quality
            self.background = background
            self.workers = workers
        }
    }

    /// Header lines to stand in front of a product of so many bytes. Worker threads.
    public typealias Lines = @Sendable (_ product: Product, _ record: ImageRecord, _ byteCount: Int) -> [UInt8]
    /// Gets a product or why there is none. Called once, on a worker or builder thread, or at once where the queue is full.
    public typealias Completion = @Sendable (Result<EncodedImage, TileError>) -> Void

    /// Where all work of the service runs; others may put theirs there, too.
    public let workers: WorkerPool
    /// The encoded tiles in memory, for loops to look in.
    public let memory: TileCache
    private let builders: WorkerPool
    private let disk: DiskCache
    private let pyramids: PyramidStore
    private let renderer: Renderer
    private let flights = SingleFlight<Product, EncodedImage>()
    /// Builds that may run at once.
    private static let builderCount = 2
    private let failures = FailureMemory<Product>()
    private let lines: Lines

    /// - Throws: `cache` where the cache folder cannot be used.
    public init(_ configuration: Configuration, lines: @escaping Lines) throws(TileError) {
        self.lines = lines
        do throws(SystemError) {
            disk = try DiskCache(root: configuration.cacheFolder, capacity: configuration.cacheSize)
        } catch {
            throw .cache("\(error)")
        }
        memory = TileCache(capacity: configuration.memoryCache)
        // One more, since the pool keeps a thread for tiles while others are at something long.
        workers = WorkerPool(threads: configuration.workers + 1, capacity: 4_096) { Imaging.threadDidEnd() }
        builders = WorkerPool(threads: TileService.builderCount, capacity: 64) { Imaging.threadDidEnd() }
        pyramids = PyramidStore(disk: disk, quality: configuration.quality, background: configuration.background, builders: builders)
        renderer = Renderer(pyramids: pyramids, quality: configuration.quality, background: configuration.background)
    }

    /// Calls back with a product, made if need be.
    /// - Parameter lane: how urgent it is, where it has to be made.
    /// - Returns: the caller's interest in it, to be cancelled when the answer is no longer wanted.
    public func product(_ product: Product, of record: ImageRecord, lane: Lane, completion: @escaping Completion) -> Interest {
        flights.join(product, completion: completion) { [self] () throws(TileError) in
            try start(product, of: record, lane: lane)
        }
    }

    /// How far an image's pyramid is. May open the pyramid's file: worker threads.
    public func pyramidState(of record: ImageRecord) -> PyramidState {
        record.isNative ? .native : pyramids.state(of: record)
    }

    /// Builds that run.
    public var buildCount: Int { pyramids.runningCount }

    /// Bytes of the cache on disk.
    public var diskByteCount: Int { disk.byteCount }

    /// Finishes what runs and ends the threads. Call once, at the end.
    public func shutDown() {
        pyramids.cancelAll()
        builders.shutDown()
        workers.shutDown()
    }

    // MARK: - On the way to a product

    private func start(_ product: Product, of record: ImageRecord, lane: Lane) throws(TileError) -> SingleFlight<Product, EncodedImage>.Drop
    {
        let job = workers.submit(lane) { [self] in
            guard !flights.endIfUnwanted(product) else { return }
            make(product, of: record, lane: lane)
        }
        guard let job else { throw .overloaded }
        return { [workers] in workers.drop(job) }
    }

    private func make(_ product: Product, of record: ImageRecord, lane: Lane) {
        if let failure = failures[product] { return flights.finish(product, .failure(failure)) }
        // What stands in a pyramid is never a derivative.
        if !renderer.readsFromPyramid(product, of: record), let bytes = disk.derivative(product.derivativeName) {
            return finish(product, of: record, bytes)
        }
        do throws(TileError) {
            switch try renderer.render(product, of: record) {
            case .stored(let bytes):
                finish(product, of: record, bytes)
            case .rendered(let bytes):
                finish(product, of: record, bytes)
                disk.storeDerivative(product.derivativeName, bytes)
            case .needsPyramid:
                awaitPyramid(product, of: record, lane: lane)
            }
        } catch {
            failures.remember(error, for: product)
            flights.finish(product, .failure(error))
        }
    }

    private func finish(_ product: Product, of record: ImageRecord, _ bytes: [UInt8]) {
        let head = lines(product, record, bytes.count)
        let image = EncodedImage(wire: head + bytes, headCount: head.count)
        if case .tile(let key) = product { memory.insert(image, for: key) }
        flights.finish(product, .success(image))
    }

    /// The product's work goes on when the pyramid is there. No worker waits for it.
    private func awaitPyramid(_ product: Product, of record: ImageRecord, lane: Lane) {
        // Nobody may have waited any more while it was looked for.
        guard !flights.endIfUnwanted(product) else { return }
        let interest = pyramids.pyramid(record) { [self] result in
            do throws(TileError) {
                _ = try result.get()
                flights.setDrop(product, try start(product, of: record, lane: lane))
            } catch {
                flights.finish(product, .failure(error))
            }
        }
        flights.setDrop(product) {
            interest.cancel()
            return true
        }
        if flights.endIfUnwanted(product) { interest.cancel() }
    }
}
