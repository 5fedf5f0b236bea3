// The grid: its levels, the cover of every pixel by one tile, and addresses outside the grid.

import Geometry
import Testing
import TestSupport

@Suite struct PyramidGridTests {
    static let sizes: [PixelSize] = {
        var generator = SeededGenerator(seed: 1)
        let odd = [(1, 1), (1, 5000), (5000, 1), (3001, 1999), (256, 256), (257, 255), (512, 513), (2, 3)]
        let random = (0..<20).map { _ in (Int.random(in: 1...2000, using: &generator), Int.random(in: 1...2000, using: &generator)) }
        return (odd + random).map { PixelSize(width: $0.0, height: $0.1) }
    }()

    @Test("Every pixel of a level is in exactly one tile", arguments: sizes, [64, 100, 256])
    func everyPixelIsInOneTile(size: PixelSize, tileSize: Int) {
        let grid = PyramidGrid(size: size, tileSize: tileSize)
        for level in 0..<grid.levelCount {
            let levelSize = grid.size(ofLevel: level)
            var hits = [UInt8](repeating: 0, count: levelSize.area)
            for row in 0..<grid.rows(ofLevel: level) {
                for column in 0..<grid.columns(ofLevel: level) {
                    guard let tile = grid.tileRect(TileAddress(level: level, column: column, row: row)) else {
                        Issue.record("no tile \(level) \(column) \(row)")
                        return
                    }
                    #expect((1...tileSize).contains(tile.width) && (1...tileSize).contains(tile.height))
                    for y in tile.y..<tile.maxY {
                        for x in tile.x..<tile.maxX { hits[y * levelSize.width + x] += 1 }
                    }
                }
            }
            #expect(hits.allSatisfy { $0 == 1 }, "level \(level)")
        }
    }

    @Test("Each level has half the size of the next, rounded up", arguments: sizes)
    func levelsHalveRoundedUp(size: PixelSize) {
        let grid = PyramidGrid(size: size, tileSize: 64)
        #expect(grid.size(ofLevel: grid.levelCount - 1) == size)
        #expect(grid.size(ofLevel: 0).longerSide <= 64)
        if grid.levelCount > 1 { #expect(grid.size(ofLevel: 1).longerSide > 64) }
        for level in 1..<max(1, grid.levelCount) {
            let larger = grid.size(ofLevel: level)
            #expect(grid.size(ofLevel: level - 1) == PixelSize(width: (larger.width + 1) / 2, height: (larger.height + 1) / 2))
        }
    }

    @Test("The regions of a level's tiles cover the image without a gap", arguments: sizes)
    func regionsOfALevelTileTheImage(size: PixelSize) throws {
        let grid = PyramidGrid(size: size, tileSize: 64)
        for level in 0..<grid.levelCount {
            var right = 0
            for column in 0..<grid.columns(ofLevel: level) {
                let region = try #require(grid.region(of: TileAddress(level: level, column: column, row: 0)))
                #expect(region.x == right && region.width > 0)
                right = region.maxX
            }
            #expect(right == size.width)
        }
    }

    @Test("A known grid has the known sizes, columns and rectangles") func knownGrid() throws {
        let grid = PyramidGrid(size: PixelSize(width: 3001, height: 1999), tileSize: 512)
        #expect(grid.levelCount == 4)
        #expect((0..<4).map(grid.size(ofLevel:)).map(\.width) == [376, 751, 1501, 3001])
        #expect((0..<4).map(grid.columns(ofLevel:)) == [1, 2, 3, 6])
        #expect((0..<4).map(grid.scaleFactor(ofLevel:)) == [8, 4, 2, 1])
        let corner = TileAddress(level: 2, column: 2, row: 1)
        #expect(grid.tileRect(corner) == PixelRect(x: 1024, y: 512, width: 477, height: 488))
        #expect(grid.region(of: corner) == PixelRect(x: 2048, y: 1024, width: 953, height: 975))
    }

    @Test("The largest grid does not overflow") func largestGrid() throws {
        let side = 1 << 31
        let grid = PyramidGrid(size: PixelSize(width: side, height: side), tileSize: 1)
        #expect(grid.levelCount == 32)
        let last = try #require(grid.region(of: TileAddress(level: 31, column: side - 1, row: side - 1)))
        #expect(last == PixelRect(x: side - 1, y: side - 1, width: 1, height: 1))
        #expect(grid.region(of: TileAddress(level: 0, column: 0, row: 0)) == PixelRect(grid.size))
    }

    @Test("An address outside the grid is not a tile, whatever its numbers", arguments: [0, -1, 1, 4, Int.max, Int.min, 9_999_999_999])
    func absurdAddressesAreNoTiles(number: Int) {
        let grid = PyramidGrid(size: PixelSize(width: 1000, height: 1000), tileSize: 512)
        #expect(grid.levelCount == 2)
        for address in [
            TileAddress(level: number, column: 7, row: 0), TileAddress(level: 1, column: number, row: 2),
            TileAddress(level: 0, column: 1, row: number), TileAddress(level: number, column: number, row: -1),
        ] {
            #expect(!grid.contains(address))
            #expect(grid.tileRect(address) == nil)
            #expect(grid.region(of: address) == nil)
        }
    }
}
