// The settings of the tile service.

extension TileService {
    /// The settings of a tile service.
    public struct Configuration: Sendable {
        /// The path of the cache folder, which is created when it is missing.
        public var cacheFolder: String
        /// Bytes of pyramids and derivatives on disk.
        public var cacheSize: Int
        /// Bytes of encoded tiles in memory.
        public var memoryCache: Int
        /// Threads that decode and encode, besides the one that is kept for tiles.
        public var workers: Int
        /// Bytes of memory for decoders that hold the whole image, and for images of very long rows.
        public var decodeMemory: Int
        /// The number of sources, and of pyramids, that are kept open. An open source takes two descriptors, and a pyramid one; an idle
        /// decoder of a slide takes one more.
        public var openFiles: Int

        public init(
            cacheFolder: String, cacheSize: Int, memoryCache: Int, workers: Int, decodeMemory: Int,
            openFiles: Int = 64
        ) {
            self.cacheFolder = cacheFolder
            self.cacheSize = cacheSize
            self.memoryCache = memoryCache
            self.workers = workers
            self.decodeMemory = decodeMemory
            self.openFiles = openFiles
        }

        /// Threads that encode in each build, beside the one that decodes.
        var encoders: Int { max(1, workers - 1) }
    }
}
