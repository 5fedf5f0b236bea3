// The memory cache: what it holds, what it gives up, and that it never holds too much.

import Geometry
import Library
@testable import Pyramids
import Testing
import TestSupport
import Workers

@Suite struct TileCacheTests {
    private static let version = ImageVersion(["a"])

    private func key(_ number: Int, format: ImageFormat = .jpg) -> TileKey {
        TileKey(version: Self.version, address: TileAddress(level: 9, column: number % 1_000, row: number / 1_000), format: format)!
    }

    private func image(_ number: Int, count: Int = 744) -> EncodedImage {
        EncodedImage(wire: [UInt8(truncatingIfNeeded: number)] + [UInt8](repeating: 7, count: count - 1), headCount: 1)
    }

    @Test func keepsAndFinds() throws {
        let cache = TileCache(capacity: 16 * 10_000)
        #expect(cache[key(1)] == nil)
        cache.insert(image(1), for: key(1))
        cache.insert(image(2), for: key(1))
        #expect(cache[key(1)]?.wire[0] == 1, "equal keys have equal bytes: the first stays")
        #expect(cache[key(1, format: .png)] == nil)
        #expect(cache[key(2)] == nil)
        #expect(cache.statistics == (1, 3))
        #expect(cache.byteCount == 1_000)
    }

    /// Whatever comes, the bound holds, and the newest image is there.
    @Test func bound() {
        var generator = SeededGenerator(seed: 1)
        let cache = TileCache(capacity: 100_000)
        for number in 0..<5_000 {
            let count = Int.random(in: 1...6_500, using: &generator)
            cache.insert(image(number, count: count), for: key(number))
            #expect(cache.byteCount <= 100_000)
            #expect((cache[key(number)] != nil) == (count + 256 <= 100_000 / 16))
            if number % 3 == 0 { _ = cache[key(Int.random(in: 0...number, using: &generator))] }
        }
        #expect(cache.byteCount > 50_000, "it is used, too")
    }

    @Test func oversize() {
        let cache = TileCache(capacity: 16 * 1_000)
        cache.insert(image(1, count: 745), for: key(1))
        #expect(cache[key(1)] == nil && cache.byteCount == 0)
        cache.insert(image(1, count: 744), for: key(1))
        #expect(cache[key(1)] != nil && cache.byteCount == 1_000)
    }

    @Test(arguments: [0, 1, 15, 4_000]) func tiny(_ capacity: Int) {
        let cache = TileCache(capacity: capacity)
        for number in 0..<100 { cache.insert(image(number, count: 1), for: key(number)) }
        #expect(cache.byteCount == 0)
    }

    /// What is asked for again and again outlives any number of tiles that are asked for once.
    @Test func keepsWhatIsUsed() {
        let cache = TileCache(capacity: 16 * 10_000)
        let hot = 0..<5
        for number in hot { cache.insert(image(number), for: key(number)) }
        for number in 100..<5_000 {
            for number in hot where cache[key(number)] == nil {
                Issue.record("\(number) is gone")
                return
            }
            cache.insert(image(number), for: key(number))
        }
    }

    @Test func manyThreads() {
        let cache = TileCache(capacity: 16 * 20_000)
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
                        cache.insert(image(number), for: key(number))
                    }
                    if cache.byteCount > 16 * 20_000 { wrong.update { $0 += 1 } }
                }
            }
        }
        pool.shutDown()
        #expect(wrong.value == 0)
        #expect(cache.statistics.hits + cache.statistics.misses == 20_000)
    }

    /// What the cache gives up is let go.
    @Test func releases() {
        let cache = TileCache(capacity: 16 * 1_000)
        weak var first: EncodedImage?
        do {
            let image = image(0)
            first = image
            cache.insert(image, for: key(0))
        }
        #expect(first != nil)
        for number in 1..<500 { cache.insert(image(number), for: key(number)) }
        #expect(first == nil)
    }
}
