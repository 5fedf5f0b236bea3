// How much of a level the image covers.

import Geometry
import Testing

@Suite struct StoredLevelGeometryTests {
    @Test(
        "A level of the grid is covered by exactly its share, however small",
        arguments: [PixelSize(width: 300, height: 7), PixelSize(width: 5_001, height: 3_333), PixelSize(width: 1, height: 100_000)])
    func levelsOfTheGrid(_ size: PixelSize) {
        let grid = PyramidGrid(size: size, tileSize: 256)
        for level in 0..<grid.levelCount {
            let factor = grid.scaleFactor(ofLevel: level)
            let expected = Size(width: Double(size.width) / Double(factor), height: Double(size.height) / Double(factor))
            #expect(grid.size(ofLevel: level).covered(by: size, factor: factor) == expected)
        }
    }

    @Test("A level of a slide covers a quarter where the grid has a half") func levelsOfAnotherFactor() {
        let covered = PixelSize(width: 250, height: 125).covered(by: PixelSize(width: 1_001, height: 501), factor: 2)
        #expect(covered == Size(width: 250.25, height: 125.25))
        #expect(
            PixelSize(width: 400, height: 300).covered(by: PixelSize(width: 1_000, height: 700), factor: 2) == Size(width: 400, height: 300)
        )
    }
}
