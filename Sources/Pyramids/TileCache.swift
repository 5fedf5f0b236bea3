// Encoded tiles in memory.

private import Synchronization

/// A cache bounded in bytes, in shards by key, so that loops and workers seldom meet at one lock. Any thread.
///
/// Each shard keeps its entries on a ring and gives up the first one, from its hand on, that was not used since the hand last passed it
/// (CLOCK): nearly as good as least-recently-used, and a hit only sets a mark.
public final class TileCache: Sendable {
    private struct Entry {
        let key: TileKey
        let image: EncodedImage
        var isUsed: Bool
    }

    private struct Shard {
        var places: [TileKey: Int] = [:]
        var ring: [Entry] = []
        var hand = 0
        var bytes = 0
        var hits = 0
        var misses = 0

        mutating func evict() {
            while true {
                if hand >= ring.count { hand = 0 }
                if ring[hand].isUsed {
                    ring[hand].isUsed = false
                    hand += 1
                    continue
                }
                let victim = ring[hand]
                places[victim.key] = nil
                bytes -= TileCache.cost(of: victim.image)
                let last = ring.removeLast()
                if hand < ring.count {
                    ring[hand] = last
                    places[last.key] = hand
                }
                return
            }
        }
    }

    private static let shardCount = 16
    private let shards: [ShardBox]
    private let shardCapacity: Int

    /// A mutex cannot be an array's element, being neither copyable nor movable.
    private final class ShardBox: Sendable {
        let state = Mutex(Shard())
    }

    /// - Parameter capacity: bytes of everything the cache holds, its own bookkeeping included. 0 caches nothing.
    public init(capacity: Int) {
        shards = (0..<TileCache.shardCount).map { _ in ShardBox() }
        shardCapacity = capacity / TileCache.shardCount
    }

    /// The image kept under a key, or nil. A hit keeps it from being the next to go.
    public subscript(key: TileKey) -> EncodedImage? {
        shard(of: key).state.withLock { shard in
            guard let place = shard.places[key] else {
                shard.misses += 1
                return nil
            }
            shard.hits += 1
            shard.ring[place].isUsed = true
            return shard.ring[place].image
        }
    }

    /// Keeps an image, at the cost of others. One that is larger than a shard is not kept.
    public func insert(_ image: EncodedImage, for key: TileKey) {
        let cost = TileCache.cost(of: image)
        guard cost <= shardCapacity else { return }
        shard(of: key).state.withLock { shard in
            guard shard.places[key] == nil else { return }
            while shard.bytes + cost > shardCapacity { shard.evict() }
            shard.places[key] = shard.ring.count
            // Unmarked: what is asked for once only is the first to go.
            shard.ring.append(Entry(key: key, image: image, isUsed: false))
            shard.bytes += cost
        }
    }

    /// Look-ups so far that found their tile, and those that did not.
    public var statistics: (hits: Int, misses: Int) {
        shards.reduce((0, 0)) { sum, box in box.state.withLock { (sum.0 + $0.hits, sum.1 + $0.misses) } }
    }

    /// Bytes held now.
    public var byteCount: Int { shards.reduce(0) { sum, box in sum + box.state.withLock { $0.bytes } } }

    private func shard(of key: TileKey) -> ShardBox {
        shards[Int(truncatingIfNeeded: UInt(bitPattern: key.hashValue) &>> 60) % TileCache.shardCount]
    }

    /// Bytes, and what array, object, ring and table take for each.
    private static func cost(of image: EncodedImage) -> Int { image.wire.count + 256 }
}
