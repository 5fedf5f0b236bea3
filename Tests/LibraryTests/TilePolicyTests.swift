// What an image's tiles are, from the settings and the file.

import Geometry
@testable import Library
import Testing
import TestSupport

@Suite struct TilePolicyTests {
    private let folder = TemporaryFolder()

    private func record(_ policy: TilePolicy, _ bytes: [UInt8] = ppm(width: 60, height: 30)) throws -> ImageRecord {
        folder.write("a.ppm", bytes)
        folder.touch("a.ppm", seconds: 1_000_000_000)
        let parameters = ImageLibrary.Parameters(tiles: policy, maxSourcePixels: 1_000_000, fingerprint: "")
        return try ImageLibrary(folder: folder.path, parameters: parameters).record("a.ppm")
    }

    @Test("The profile has the settings") func settings() throws {
        let policy = TilePolicy(tileSize: 128, format: .webp, quality: 55, background: Colour(red: 1, green: 2, blue: 3))
        let tiles = try record(policy).tiles
        #expect(tiles.grid.tileSize == 128 && tiles.format == .webp && tiles.quality == 55 && !tiles.hasAlpha)
        #expect(tiles.background == Colour(red: 1, green: 2, blue: 3))
        #expect(tiles.encoding.format == .webp && tiles.encoding.quality == 55)
    }

    @Test("Each setting makes another version") func versions() throws {
        let policies = [
            TilePolicy(tileSize: 256), TilePolicy(tileSize: 128), TilePolicy(tileSize: 256, format: .webp),
            TilePolicy(tileSize: 256, quality: 81), TilePolicy(tileSize: 256, background: Colour(red: 0, green: 255, blue: 255)),
        ]
        let versions = try policies.map { try record($0).version }
        #expect(Set(versions).count == policies.count)
        #expect(try record(policies[0]).version == versions[0])
    }

    @Test(
        "Squares of whole blocks decide the tile size, others do not",
        arguments: [
            (PixelSize(width: 256, height: 256), 256), (PixelSize(width: 240, height: 240), 240), (PixelSize(width: 128, height: 256), 512),
            (PixelSize(width: 112, height: 112), 512), (PixelSize(width: 1_040, height: 1_040), 512),
            (PixelSize(width: 250, height: 250), 512),
        ])
    func tileSizes(_ tile: PixelSize, _ expected: Int) {
        #expect(TilePolicy(tileSize: 512).grid(size: PixelSize(width: 3_000, height: 2_000), sourceTileSize: tile).tileSize == expected)
    }
}
