// Tile keys: their short hash, in which what differs in one small thing must not fall together, and their entity tags.

@testable import Caching
import Geometry
import Library
import Testing
@testable import Tiles

@Suite struct TileKeyTests {
    private static let keys: [TileKey] = ["a", "b"].flatMap { name in
        let version = ImageVersion([name])
        return ImageFormat.allCases.flatMap { format in
            (0..<8).flatMap { level in
                (0..<20).flatMap { column in
                    (0..<20).map { row in
                        TileKey(version: version, address: TileAddress(level: level, column: column, row: row), format: format)!
                    }
                }
            }
        }
    }

    @Test("Different keys have different hashes", arguments: [1, 0x1234_5678_9ABC_DEF0, UInt64.max]) func differs(_ seed: UInt64) {
        let hashes = Self.keys.map { $0.hash(seed: seed) }
        #expect(Set(hashes).count == hashes.count)
        // Shards go by the upper bits, slots by the lower ones: no group has twice the keys that it should.
        for shift in [60, 28, 0] as [UInt64] {
            var counts = [Int](repeating: 0, count: 16)
            for hash in hashes { counts[Int(hash >> shift & 15)] += 1 }
            #expect(counts.allSatisfy { $0 > hashes.count / 32 && $0 < hashes.count / 8 }, "bits from \(shift): \(counts)")
        }
    }

    @Test("Entity tags name version, level, column, row and format", arguments: ImageFormat.allCases) func entityTags(_ format: ImageFormat)
        throws
    {
        let version = ImageVersion(["a"])
        let key = try #require(
            TileKey(version: version, address: TileAddress(level: 17, column: 4_294_967_295, row: 0), format: format))
        #expect(Product.tile(key).entityTag == "\"\(version)-17-4294967295-0-\(format)\"")
    }

    @Test("The hash depends on the seed") func isSecret() {
        let key = Self.keys[0]
        #expect(key.hash(seed: 1) == key.hash(seed: 1) && key.hash(seed: 1) != key.hash(seed: 2))
    }
}
