// Encoded tiles in memory.

private import Synchronization

/// A cache bounded in bytes, in shards by key, so that loops and workers seldom meet at one lock. Any thread.
///
/// What is kept and what goes is each `TileShard`'s to decide.
public final class TileCache: Sendable {
    private static let shardCount = 16
    private let shards: [ShardBox]
    private let shardCapacity: Int
    /// Secret, so that nobody can make keys that all fall into one place of a table.
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

    /// The image kept under a key, or nil. A hit keeps it from being the next to go. Allocates nothing.
    public subscript(key: TileKey) -> EncodedImage? {
        let hash = key.hash(seed: seed)
        return shard(hash).state.withLock { $0.find(key, hash) }
    }

    /// Whether an image is kept under a key. Does not count as a use of it.
    public func contains(_ key: TileKey) -> Bool {
        let hash = key.hash(seed: seed)
        return shard(hash).state.withLock { $0.contains(key, hash) }
    }

    /// Keeps an image, at the cost of others. One that is larger than a shard is not kept.
    /// - Parameter isPrefetched: whether it was made before anybody asked for it; then it is counted whether somebody does.
    public func insert(_ image: EncodedImage, for key: TileKey, isPrefetched: Bool = false) {
        guard TileShard.cost(of: image) <= shardCapacity else { return }
        let hash = key.hash(seed: seed)
        shard(hash).state.withLock { $0.insert(image, key, hash, isPrefetched: isPrefetched) }
    }

    /// Counts a tile that was made ahead, and that somebody has asked for before it was there.
    public func countUsed(_ key: TileKey) {
        let hash = key.hash(seed: seed)
        shard(hash).state.withLock { $0.countUsed() }
    }

    /// Tiles that were begun before anybody asked for them: those that somebody asked for then, and those that went before.
    public var prefetched: (used: Int, wasted: Int) {
        shards.reduce((0, 0)) { sum, box in box.state.withLock { (sum.0 + $0.prefetched.used, sum.1 + $0.prefetched.wasted) } }
    }

    /// Gives up the images of all keys for which `isMatch` holds. Takes as long as there are tiles: worker threads.
    public func removeAll(where isMatch: @Sendable (TileKey) -> Bool) {
        for shard in shards { shard.state.withLock { $0.removeAll(where: isMatch) } }
    }

    /// Look-ups so far that found their tile, and those that did not.
    public var statistics: (hits: Int, misses: Int) {
        shards.reduce((0, 0)) { sum, box in box.state.withLock { (sum.0 + $0.hits, sum.1 + $0.misses) } }
    }

    /// Bytes held now.
    public var byteCount: Int { shards.reduce(0) { sum, box in sum + box.state.withLock { $0.bytes } } }

    private func shard(_ hash: UInt64) -> ShardBox { shards[Int(truncatingIfNeeded: hash >> 60)] }
}
