// The memory cache: what it holds, what it gives up, and that it never holds too much.

@testable import Caching
import Geometry
import Library
import PyramidSupport
import Testing
import TestSupport
import Workers

@Suite struct TileCacheTests {
    private static let version = ImageVersion(["a"])
    /// What the cache counts for an image of `image(_:)`.
    private static let cost = TileShard.cost(of: image(0))

    private func key(_ number: Int, format: ImageFormat = .jpg) -> TileKey {
        TileKey(version: Self.version, address: TileAddress(level: 9, column: number % 1_000, row: number / 1_000), format: format)!
    }

    private static func image(_ number: Int, count: Int = 744) -> EncodedImage {
        EncodedImage(head: [UInt8(truncatingIfNeeded: number)], body: [UInt8](repeating: 7, count: count))
    }

    /// A cache of one shard after the other: about `count` images in all.
    private func cache(images count: Int) -> TileCache { TileCache(capacity: count * Self.cost, seed: 1) }

    /// Asks as a server does.
    /// - Returns: whether it was there.
    private func visit(_ number: Int, _ cache: TileCache) -> Bool {
        if cache[key(number)] != nil { return true }
        cache.insert(Self.image(number), for: key(number))
        return false
    }

    @Test("A kept image is found, and others are not") func keepsAndFinds() throws {
        let cache = cache(images: 160)
        #expect(cache[key(1)] == nil)
        cache.insert(Self.image(1), for: key(1))
        cache.insert(Self.image(2), for: key(1))
        #expect(cache[key(1)]?.wire[0] == 1, "equal keys have equal bytes: the first stays")
        #expect(cache[key(1, format: .png)] == nil)
        #expect(cache[key(2)] == nil)
        #expect(cache.statistics == (1, 3))
        #expect(cache.byteCount == Self.cost)
    }

    @Test("Removed images are gone, and the others stay") func forgets() {
        let cache = cache(images: 160)
        for number in 0..<120 { _ = visit(number, cache) }
        for number in stride(from: 0, to: 120, by: 3) { _ = visit(number, cache) }
        let kept = (0..<120).filter { cache[key($0)] != nil && $0 % 2 == 1 }
        cache.removeAll { $0.column % 2 == 0 }
        #expect(!kept.isEmpty && cache.byteCount == kept.count * Self.cost)
        for number in 0..<120 { #expect((cache[key(number)] != nil) == kept.contains(number)) }
        // The queues are in order: it fills up again, and keeps its bound.
        for number in 0..<2_000 {
            _ = visit(number, cache)
            #expect(cache.byteCount <= 160 * Self.cost)
        }
    }

    @Test("A prefetched tile counts once, as used or as wasted") func countsWhatWasAnticipated() {
        let cache = cache(images: 160)
        cache.insert(Self.image(1), for: key(1), isPrefetched: true)
        cache.insert(Self.image(2), for: key(2), isPrefetched: true)
        cache.insert(Self.image(3), for: key(3))
        #expect(cache.contains(key(1)) && !cache.contains(key(4)) && cache.prefetched == (0, 0), "a look is no use")
        #expect(visit(1, cache) && visit(1, cache) && visit(3, cache))
        #expect(cache.prefetched == (1, 0))
        for number in 10..<2_000 { _ = visit(number, cache) }
        #expect(!cache.contains(key(2)) && cache.prefetched == (1, 1))
    }

    @Test("The bound holds whatever is inserted, and the newest image is there") func bound() {
        var generator = SeededGenerator(seed: 1)
        let cache = TileCache(capacity: 100_000, seed: 1)
        for number in 0..<5_000 {
            let image = Self.image(number, count: Int.random(in: 1...6_500, using: &generator))
            cache.insert(image, for: key(number))
            #expect(cache.byteCount <= 100_000)
            #expect((cache[key(number)] != nil) == (TileShard.cost(of: image) <= 100_000 / 16))
            if number % 3 == 0 { _ = cache[key(Int.random(in: 0...number, using: &generator))] }
        }
        #expect(cache.byteCount > 50_000, "it is used, too")
    }

    @Test("An image larger than a shard is not kept") func oversize() {
        let cache = cache(images: 16)
        cache.insert(Self.image(1, count: 744 + 16), for: key(1))
        #expect(cache[key(1)] == nil && cache.byteCount == 0)
        cache.insert(Self.image(1), for: key(1))
        #expect(cache[key(1)] != nil && cache.byteCount == Self.cost)
    }

    @Test("A cache without room keeps nothing", arguments: [0, 1, 15, 2_000]) func tiny(_ capacity: Int) {
        let cache = TileCache(capacity: capacity, seed: 1)
        for number in 0..<100 { cache.insert(Self.image(number, count: 1), for: key(number)) }
        #expect(cache.byteCount == 0)
    }

    // MARK: - What is kept

    @Test("A scan of ten times the room leaves tiles in steady use in the cache", arguments: [1, 2, 10]) func scan(_ strangersBetween: Int)
    {
        let cache = cache(images: 16 * 100)
        let working = 0..<1_000
        for _ in 0..<3 { for number in working { _ = visit(number, cache) } }
        var generator = SeededGenerator(seed: 2)
        var hits = 0
        var uses = 0
        for stranger in 10_000..<10_000 + 16_000 {
            _ = visit(stranger, cache)
            guard stranger % strangersBetween == 0 else { continue }
            uses += 1
            if visit(Int.random(in: working, using: &generator), cache) { hits += 1 }
        }
        #expect(hits * 100 >= uses * 99, "\(hits) of \(uses)")
        // Shards are filled unevenly, so a few may go.
        #expect(working.count { cache[key($0)] != nil } >= 980)
    }

    @Test("A new set of tiles takes the place of an unused one") func change() {
        let cache = cache(images: 16 * 100)
        for _ in 0..<5 { for number in 0..<1_000 { _ = visit(number, cache) } }
        var hits: [Int] = []
        for _ in 0..<8 { hits.append((5_000..<6_000).count { visit($0, cache) }) }
        #expect(hits[0] == 0 && hits[7] >= 980, "\(hits)")
    }

    @Test("Popular tiles are found more often than in a cache of the newest tiles") func popularity() {
        let cache = cache(images: 16 * 30)
        var generator = SeededGenerator(seed: 3)
        // Of 10,000 tiles the first few are asked for most (Zipf); the cache has room for 480.
        let weights = (1...10_000).map { 1 / Double($0) }
        var sums: [Double] = []
        for weight in weights { sums.append((sums.last ?? 0) + weight) }
        var newest: [Int] = []
        var hits = 0
        var newestHits = 0
        for _ in 0..<40_000 {
            let point = Double.random(in: 0..<sums.last!, using: &generator)
            let number = sums.partitioningIndex { $0 > point }
            if visit(number, cache) { hits += 1 }
            if let place = newest.firstIndex(of: number) {
                newestHits += 1
                newest.remove(at: place)
            }
            newest.append(number)
            if newest.count > 480 { newest.removeFirst() }
        }
        #expect(hits > newestHits, "\(hits), \(newestHits)")
    }

    // MARK: - Threads and memory

    @Test("Many threads find only the images of their keys") func manyThreads() {
        let cache = cache(images: 320)
        let capacity = 320 * Self.cost
        let wrong = Shared(0)
        let pool = WorkerPool(threads: 4, capacity: 10)
        for seed in 0..<4 {
            _ = pool.submit(.wanted) {
                var generator = SeededGenerator(seed: UInt64(seed))
                for _ in 0..<5_000 {
                    let number = Int.random(in: 0..<600, using: &generator)
                    if let found = cache[key(number)] {
                        if found.wire[0] != UInt8(truncatingIfNeeded: number) { wrong.update { $0 += 1 } }
                    } else {
                        cache.insert(Self.image(number), for: key(number))
                    }
                    if cache.byteCount > capacity { wrong.update { $0 += 1 } }
                }
            }
        }
        pool.shutDown()
        #expect(wrong.value == 0)
        #expect(cache.statistics.hits + cache.statistics.misses == 20_000)
    }
}

extension [Double] {
    /// Where the elements begin for which `belongs` holds, in an array that is ordered by it.
    fileprivate func partitioningIndex(_ belongs: (Double) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
