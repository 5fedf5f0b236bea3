// From regions of the image to parts of levels, and from the grid's levels to those of a file.

import Geometry
import Testing
import TestSupport

@Suite struct GridPartTests {
    private static let grids = [(1, 1), (1, 5_000), (257, 1), (3_001, 1_999), (1_024, 512), (1_023, 1_025), (600, 300)].map {
        PyramidGrid(size: PixelSize(width: $0.0, height: $0.1), tileSize: 256)
    }

    @Test("The region of a tile is the tile itself", arguments: grids) func tiles(_ grid: PyramidGrid) {
        for level in 0..<grid.levelCount {
            for row in 0..<grid.rows(ofLevel: level) {
                for column in 0..<grid.columns(ofLevel: level) {
                    let address = TileAddress(level: level, column: column, row: row)
                    #expect(grid.part(grid.region(of: address)!, ofLevel: level) == grid.tileRect(address))
                }
            }
            #expect(grid.part(PixelRect(grid.size), ofLevel: level) == PixelRect(grid.size(ofLevel: level)))
        }
    }

    @Test("Each region has a part that is not empty, within its level, and at most a pixel off", arguments: grids) func anyRegion(
        _ grid: PyramidGrid
    ) {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let x = Int.random(in: 0..<grid.size.width, using: &generator)
            let y = Int.random(in: 0..<grid.size.height, using: &generator)
            let region = PixelRect(
                x: x, y: y, width: Int.random(in: 1...grid.size.width - x, using: &generator),
                height: Int.random(in: 1...grid.size.height - y, using: &generator))
            for level in 0..<grid.levelCount {
                let part = grid.part(region, ofLevel: level)
                #expect(part.intersection(PixelRect(grid.size(ofLevel: level))) == part && !part.isEmpty)
                let factor = Double(grid.scaleFactor(ofLevel: level))
                #expect(abs(Double(part.x) - Double(region.x) / factor) <= 1)
                #expect(abs(Double(part.maxY) - Double(region.maxY) / factor) <= 1.5, "a part has a pixel at least")
            }
        }
    }

    @Test(
        "A region at a quarter of the size is the same part",
        arguments: [
            // Of 3001 x 1999 at a quarter, 751 x 500.
            (PixelRect(x: 0, y: 0, width: 4, height: 4), PixelRect(x: 0, y: 0, width: 1, height: 1)),
            (PixelRect(x: 2, y: 1, width: 4, height: 4), PixelRect(x: 1, y: 0, width: 1, height: 1)),
            (PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 1, height: 1)),
            (PixelRect(x: 3_000, y: 1_998, width: 1, height: 1), PixelRect(x: 750, y: 499, width: 1, height: 1)),
            (PixelRect(x: 2_996, y: 0, width: 5, height: 1_999), PixelRect(x: 749, y: 0, width: 2, height: 500)),
            (PixelRect(x: 1_000, y: 1_000, width: 400, height: 402), PixelRect(x: 250, y: 250, width: 100, height: 101)),
        ])
    func atAQuarter(_ region: PixelRect, _ part: PixelRect) {
        #expect(PyramidGrid(size: PixelSize(width: 3_001, height: 1_999), tileSize: 256).part(region, ofLevel: 2) == part)
    }

    @Test(
        "The level of a scale is the smallest that has all wanted pixels",
        arguments: [(1.0, 4), (2.0, 4), (0.5, 3), (0.500001, 4), (0.25, 2), (0.3, 3), (0.0625, 0), (0.0001, 0)])
    func levels(_ scale: Double, _ level: Int) {
        #expect(PyramidGrid(size: PixelSize(width: 3_001, height: 1_999), tileSize: 256).level(forScale: scale) == level)
    }

    @Test("Each tile has a part of a level that was halved with floor, in place except for the last column and row", arguments: grids)
    func flooredLevels(_ grid: PyramidGrid) {
        for level in 0..<grid.levelCount {
            let halvings = grid.levelCount - 1 - level
            let ours = grid.size(ofLevel: level)
            let theirs = PixelSize(width: max(1, grid.size.width >> halvings), height: max(1, grid.size.height >> halvings))
            for row in 0..<grid.rows(ofLevel: level) {
                for column in 0..<grid.columns(ofLevel: level) {
                    let tile = grid.tileRect(TileAddress(level: level, column: column, row: row))!
                    let part = tile.scaled(from: ours, to: theirs)
                    #expect(part.x == min(tile.x, theirs.width - 1) && part.y == min(tile.y, theirs.height - 1))
                    #expect(part.size == tile.size && part.maxX <= theirs.width + 1 && part.maxY <= theirs.height + 1)
                }
            }
        }
    }

    @Test("The parts of a level with another scale cover it without gap or overlap") func otherScales() {
        let ours = PixelSize(width: 751, height: 500)
        let theirs = PixelSize(width: 1_000, height: 666)
        var x = 0
        for column in 0..<3 {
            let tile = PixelRect(x: column * 256, y: 0, width: min(256, 751 - column * 256), height: 500)
            let part = tile.scaled(from: ours, to: theirs)
            #expect(part.x == x && part.y == 0 && part.height == 666)
            x = part.maxX
        }
        #expect(x == 1_000)
    }
}
