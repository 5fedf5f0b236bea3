// What the cache counts against what the allocator gave.

import AllocationCounter
@testable import Caching
import Geometry
import Library
import Testing
import TestSupport

@Suite(.serialized, .enabled(if: allocation_counter_works())) struct TileCacheMemoryTests {
    private let counter = allocation_counter_make()

    private func key(_ number: Int) -> TileKey {
        TileKey(version: ImageVersion(["a"]), address: TileAddress(level: 9, column: number, row: 0), format: .jpg)!
    }

    /// Bytes that `body` leaves allocated.
    private func growth(_ body: () -> Void) -> Int {
        let before = allocation_counter_live_bytes(counter)
        allocation_counter_watch(counter)
        body()
        allocation_counter_watch(0)
        return allocation_counter_live_bytes(counter) - before
    }

    @Test("The counted bytes are the bytes of memory, at most and nearly", arguments: [100...400, 2_000...30_000, 100_000...300_000])
    func truth(_ sizes: ClosedRange<Int>) {
        // What the runtime makes once for each type is there before anything is measured.
        fill(sizes) { _, _ in }
        let average = (sizes.lowerBound + sizes.upperBound) / 2
        let left = fill(sizes) { bytes, counted in
            // The shards' own objects stand beside what they hold.
            let fixed = 16 * 400
            #expect(bytes <= counted + fixed, "\(bytes) bytes are taken, \(counted) counted")
            #expect(Double(counted) <= Double(bytes) * (average < 1_000 ? 2 : 1.1), "\(bytes) bytes are taken, \(counted) counted")
        }
        #expect(abs(left) < 1_000, "\(left) bytes are left")
    }

    /// Fills a cache, and fills it over and over, lets `check` see each time what is taken and what is counted, and says what is taken when it
    /// is gone.
    @discardableResult
    private func fill(_ sizes: ClosedRange<Int>, _ check: (_ bytes: Int, _ counted: Int) -> Void) -> Int {
        var generator = SeededGenerator(seed: 4)
        let capacity = 16 * 40 * (sizes.lowerBound + sizes.upperBound) / 2
        var cache: TileCache?
        var number = 0
        func come(_ count: Int) {
            for _ in 0..<count {
                let image = EncodedImage(
                    head: [1], body: [UInt8](repeating: 7, count: Int.random(in: sizes, using: &generator)))
                cache?.insert(image, for: key(number))
                if number % 3 == 0 { _ = cache?[key(number)] }
                number += 1
            }
        }
        var bytes = growth { cache = TileCache(capacity: capacity, seed: 1) }
        for count in [16 * 20, 16 * 400] {
            bytes += growth { come(count) }
            check(bytes, cache!.byteCount)
        }
        #expect(cache!.byteCount > capacity / 10 * 8 && cache!.byteCount <= capacity)
        return bytes + growth { cache = nil }
    }
}
