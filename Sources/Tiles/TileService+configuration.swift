// What the tile service is told at the start.

extension TileService {
    /// What a service is made with.
    public struct Configuration: Sendable {
        /// Made where it is missing.
        public var cacheFolder: String
        /// Bytes of pyramids and derivatives on disk.
        public var cacheSize: Int
        /// Bytes of encoded tiles in memory.
        public var memoryCache: Int
        /// Threads that decode and encode, besides the one that is kept for tiles.
        public var workers: Int
        /// Bytes of memory for decoders that hold the whole image, and for images of very long rows.
        public var decodeMemory: Int
        /// Sources, and as many pyramids, that are kept open. An open source takes two descriptors, and as many decoders as there are
        /// files wait with one each.
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
