// TileCache: encoded tiles in memory.

private import Synchronization

/// A cache bounded in bytes. It has shards by key, so that loops and workers rarely contend for a lock. Any thread.
///
/// `TileShard` decides which tiles are kept.
public final class TileCache: Sendable {
    private static let shardCount = 16
    private let shards: [ShardBox]
    private let shardCapacity: Int
    /// Secret, so that clients cannot choose keys that all collide.
    private let seed: UInt64

    /// A mutex cannot be an array's element, being neither copyable nor movable.
    private final class ShardBox: Sendable {
        let state: Mutex<TileShard>
        init(capacity: Int) { state = Mutex(TileShard(capacity: capacity)) }
    }

    /// - Parameter capacity: bytes of everything the cache holds, its own bookkeeping included. 0 caches nothing.
    public convenience init(capacity: Int) { self.init(capacity: capacity, seed: .random(in: 1...UInt64.max)) }

    init(capacity: Int, seed: UInt64) {
        self.seed = seed
        shardCapacity = capacity / TileCache.shardCount
        shards = (0..<TileCache.shardCount).map { [shardCapacity] _ in ShardBox(capacity: shardCapacity) }
    }

    /// The image kept under a key, or nil. A hit marks the image as used. Allocates nothing.
    public subscript(key: TileKey) -> EncodedImage? {
        let hash = key.hash(seed: seed)
        return shard(hash).state.withLock { $0.find(key, hash) }
    }

    /// True when an image is kept under a key. Does not mark it as used.
    public func contains(_ key: TileKey) -> Bool {
        let hash = key.hash(seed: seed)
        return shard(hash).state.withLock { $0.contains(key, hash) }
    }

    /// Keeps an image, and evicts others for it. An image that is larger than a shard is not kept.
    /// - Parameter isPrefetched: true when the image was made before a request for it. The cache then counts whether a request follows.
    public func insert(_ image: EncodedImage, for key: TileKey, isPrefetched: Bool = false) {
        guard TileShard.cost(of: image) <= shardCapacity else { return }
        let hash = key.hash(seed: seed)
        shard(hash).state.withLock { $0.insert(image, key, hash, isPrefetched: isPrefetched) }
    }

    /// Counts a prefetched tile that was requested before it was complete.
    public func countUsed(_ key: TileKey) {
        let hash = key.hash(seed: seed)
        shard(hash).state.withLock { $0.countUsed() }
    }

    /// The numbers of prefetched tiles that were requested later, and of those that were evicted before a request.
    public var prefetched: (used: Int, wasted: Int) {
        shards.reduce((0, 0)) { sum, box in box.state.withLock { (sum.0 + $0.prefetched.used, sum.1 + $0.prefetched.wasted) } }
    }

    /// Removes the images of all keys for which `isMatch` is true. Takes time proportional to the number of tiles: worker threads.
    public func removeAll(where isMatch: @Sendable (TileKey) -> Bool) {
        for shard in shards { shard.state.withLock { $0.removeAll(where: isMatch) } }
    }

    /// The numbers of look-ups that found their tile, and of those that did not.
    public var statistics: (hits: Int, misses: Int) {
        shards.reduce((0, 0)) { sum, box in box.state.withLock { (sum.0 + $0.hits, sum.1 + $0.misses) } }
    }

    /// Bytes held now.
    public var byteCount: Int { shards.reduce(0) { sum, box in sum + box.state.withLock { $0.bytes } } }

    private func shard(_ hash: UInt64) -> ShardBox { shards[Int(truncatingIfNeeded: hash >> 60)] }
}
