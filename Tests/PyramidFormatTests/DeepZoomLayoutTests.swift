// Slots: a number for each tile of each DeepZoom level.

import Geometry
@testable import PyramidFormat
import Testing

@Suite struct DeepZoomLayoutTests {
    static let grids = [(1, 1, 256), (2, 1, 256), (1, 5_000, 256), (600, 300, 256), (3_001, 1_999, 64), (256, 256, 256), (5, 7, 2)].map {
        PyramidGrid(size: PixelSize(width: $0.0, height: $0.1), tileSize: $0.2)
    }

    @Test("Every tile has a slot of its own", arguments: grids) func everyTileHasASlot(_ grid: PyramidGrid) {
        let layout = DeepZoomLayout(grid)
        var next = 0
        var levels: [Int: Int] = [:]
        layout.forEach { slot, tile in
            #expect(slot == next && layout.slot(deepZoom: tile) == slot)
            levels[tile.level, default: 0] += 1
            next += 1
        }
        #expect(next == layout.count)
        #expect(levels.count == grid.deepZoomLastLevel + 1 && levels[0] == 1)
        for level in 0..<grid.levelCount {
            #expect(levels[level + grid.deepZoomLevelsBelow] == grid.columns(ofLevel: level) * grid.rows(ofLevel: level))
            for row in 0..<grid.rows(ofLevel: level) {
                for column in 0..<grid.columns(ofLevel: level) {
                    let own = layout.slot(TileAddress(level: level, column: column, row: row))
                    let deep = TileAddress(level: level + grid.deepZoomLevelsBelow, column: column, row: row)
                    #expect(own != nil && own == layout.slot(deepZoom: deep))
                }
            }
        }
    }

    @Test("A tile that the grid lacks has no slot") func noSuchTile() {
        let layout = DeepZoomLayout(PyramidGrid(size: PixelSize(width: 600, height: 300), tileSize: 256))
        for (level, column, row) in [
            (-1, 0, 0), (11, 0, 0), (10, 3, 0), (10, 0, 2), (10, -1, 0), (0, 0, 1), (10, .max, .max), (.max, 0, 0),
        ] {
            #expect(layout.slot(deepZoom: TileAddress(level: level, column: column, row: row)) == nil)
        }
        for (level, column, row) in [(-1, 0, 0), (3, 0, 0), (2, 3, 0), (.max, 0, 0), (.min, 0, 0)] {
            #expect(layout.slot(TileAddress(level: level, column: column, row: row)) == nil)
        }
    }

    @Test("The place of a tile takes 16 bytes") func placesAreSmall() { #expect(MemoryLayout<TileIndex.Place>.stride == 16) }
}
