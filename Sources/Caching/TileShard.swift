// TileShard: one part of the tile cache, and its eviction.

/// Tiles within a number of bytes, evicted by S3-FIFO (Yang et al. 2023). A new tile enters the small queue. If it is requested there, or again
/// soon after its eviction (the ghost queue remembers it), it enters the main queue. A tile at the front of the main queue that was used
/// meanwhile goes back to the end. So tiles that are requested once pass through a tenth of the room, and a hit only counts.
///
/// Not safe for threads: `TileCache` locks it.
public struct TileShard {
    private struct Entry {
        let key: TileKey
        /// Nil when the entry is free.
        var image: EncodedImage?
        /// The next of the entry's queue.
        var next: Int32
        var uses: UInt8
        /// True when the tile was prefetched and has not been requested yet.
        var isPrefetched: Bool

        var cost: Int { image.map(TileShard.cost) ?? 0 }
    }

    /// Entries in the order in which they came, linked by `next`.
    private struct Queue {
        private var last = TileShard.none
        private(set) var first = TileShard.none
        private(set) var bytes = 0

        mutating func append(_ index: Int, in entries: inout [Entry]) {
            entries[index].next = TileShard.none
            if last == TileShard.none { first = Int32(index) } else { entries[Int(last)].next = Int32(index) }
            last = Int32(index)
            bytes += entries[index].cost
        }

        mutating func takeFirst(in entries: [Entry]) -> Int {
            let index = Int(first)
            first = entries[index].next
            if first == TileShard.none { last = TileShard.none }
            bytes -= entries[index].cost
            return index
        }
    }

    private let capacity: Int
    private var entries: [Entry] = []
    /// The first entry that is free, linked to the others.
    private var free = TileShard.none
    private var table = TileTable()
    private var ghosts = GhostQueue()
    private var small = Queue()
    private var main = Queue()
    private(set) var hits = 0
    private(set) var misses = 0
    private(set) var prefetched = (used: 0, wasted: 0)

    private static let none: Int32 = -1
    /// The share of the small queue: one part in this many.
    private static let smallShare = 10
    /// Uses are counted up to this number, so that a tile that was used much in the past is evicted in the end.
    private static let mostUses: UInt8 = 3

    /// - Parameter capacity: bytes, as `cost` counts them.
    init(capacity: Int) { self.capacity = capacity }

    var bytes: Int { small.bytes + main.bytes }

    /// Bytes of memory that an image takes in a shard: its own, and its part of the arrays, which have up to twice the room that they need.
    static func cost(of image: EncodedImage) -> Int {
        image.memoryCount + 2 * (MemoryLayout<Entry>.stride + TileTable.bytesPerTile + GhostQueue.bytesPerTile)
    }

    mutating func find(_ key: TileKey, _ hash: UInt64) -> EncodedImage? {
        guard let index = table.find(hash, where: { entries[$0].key == key }) else {
            misses += 1
            return nil
        }
        hits += 1
        if entries[index].uses < TileShard.mostUses { entries[index].uses += 1 }
        if entries[index].isPrefetched {
            entries[index].isPrefetched = false
            prefetched.used += 1
        }
        return entries[index].image
    }

    func contains(_ key: TileKey, _ hash: UInt64) -> Bool { table.find(hash, where: { entries[$0].key == key }) != nil }

    /// Counts a tile that was requested while it was being prefetched.
    mutating func countUsed() { prefetched.used += 1 }

    /// Keeps an image, unless there is one of this key already. The image must not cost more than the capacity.
    mutating func insert(_ image: EncodedImage, _ key: TileKey, _ hash: UInt64, isPrefetched: Bool = false) {
        guard table.find(hash, where: { entries[$0].key == key }) == nil else { return }
        let cost = TileShard.cost(of: image)
        while bytes + cost > capacity { evictOne() }
        let entry = Entry(key: key, image: image, next: TileShard.none, uses: 0, isPrefetched: isPrefetched)
        let index: Int
        if free == TileShard.none {
            index = entries.count
            entries.append(entry)
        } else {
            index = Int(free)
            free = entries[index].next
            entries[index] = entry
        }
        table.insert(index, hash)
        if ghosts.remembers(hash, tiles: entries.count) {
            main.append(index, in: &entries)
        } else {
            small.append(index, in: &entries)
        }
    }

    /// Removes all images whose keys match. The others keep their places in the queues.
    mutating func removeAll(where isMatch: (TileKey) -> Bool) {
        small = without(small, where: isMatch)
        main = without(main, where: isMatch)
    }

    private mutating func without(_ queue: Queue, where isMatch: (TileKey) -> Bool) -> Queue {
        var (rest, kept) = (queue, Queue())
        while rest.first != TileShard.none {
            let index = rest.takeFirst(in: entries)
            if isMatch(entries[index].key) { remove(index) } else { kept.append(index, in: &entries) }
        }
        return kept
    }

    // MARK: - Eviction

    private mutating func evictOne() {
        while true {
            if main.first == TileShard.none || small.bytes > capacity / TileShard.smallShare {
                let index = small.takeFirst(in: entries)
                if entries[index].uses > 0 {
                    entries[index].uses = 0
                    main.append(index, in: &entries)
                    continue
                }
                ghosts.remember(table.hash(of: index), tiles: entries.count)
                return remove(index)
            }
            let index = main.takeFirst(in: entries)
            guard entries[index].uses > 0 else { return remove(index) }
            entries[index].uses -= 1
            main.append(index, in: &entries)
        }
    }

    private mutating func remove(_ index: Int) {
        table.remove(index)
        if entries[index].isPrefetched { prefetched.wasted += 1 }
        entries[index].image = nil
        entries[index].next = free
        free = Int32(index)
    }
}
