// What the cache counts against what the allocator gave.

import AllocationCounter
import Geometry
import Library
@testable import Pyramids
import Testing
import TestSupport

@Suite(.serialized, .enabled(if: allocation_counter_works())) struct TileCacheMemoryTests {
    private func key(_ number: Int) -> TileKey {
        TileKey(version: ImageVersion(["a"]), address: TileAddress(level: 9, column: number, row: 0), format: .jpg)!
    }

    /// Bytes that `body` leaves allocated.
    private func growth(_ body: () -> Void) -> Int {
        let before = allocation_counter_live_bytes()
        allocation_counter_watch(true)
        body()
        allocation_counter_watch(false)
        return allocation_counter_live_bytes() - before
    }

    /// Small tiles and large, before the cache is full and when ten times as much has come through: never more than is counted, and not much
    /// less, since what is counted and not used is lost.
    @Test(arguments: [100...400, 2_000...30_000, 100_000...300_000]) func truth(_ sizes: ClosedRange<Int>) {
        var generator = SeededGenerator(seed: 4)
        let average = (sizes.lowerBound + sizes.upperBound) / 2
        let capacity = 16 * 40 * average
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
            let counted = cache!.byteCount
            // The shards' own objects stand beside what they hold.
            let fixed = 16 * 400
            #expect(bytes <= counted + fixed, "\(bytes) bytes are taken, \(counted) counted")
            #expect(Double(counted) <= Double(bytes) * (average < 1_000 ? 2 : 1.1), "\(bytes) bytes are taken, \(counted) counted")
        }
        #expect(cache!.byteCount > capacity / 10 * 8 && cache!.byteCount <= capacity)
        bytes += growth { cache = nil }
        // What the runtime makes once for each type stays.
        #expect(abs(bytes) < 20_000, "\(bytes) bytes are left")
    }
}
