// SamplePyramid: the grid that tests of pyramid files write and read.

public import Geometry

/// A grid of few tiles: 600 x 300 pixels in tiles of 256.
public enum SamplePyramid {
    public static let grid = PyramidGrid(size: PixelSize(width: 600, height: 300), tileSize: 256)

    /// All tiles of the grid, level after level, row after row.
    public static var addresses: [TileAddress] {
        (0..<grid.levelCount).flatMap { level in
            (0..<grid.rows(ofLevel: level)).flatMap { row in
                (0..<grid.columns(ofLevel: level)).map { TileAddress(level: level, column: $0, row: row) }
            }
        }
    }
}
