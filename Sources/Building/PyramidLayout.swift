// PyramidLayout: how levels are divided into strips, and strips into tasks.

internal import Geometry

/// The levels of a Deep Zoom tree as they are built: level 0 is one pixel, the last is the image.
public struct PyramidLayout: Sendable {
    struct Level: Sendable {
        let size: PixelSize
        let columns: Int
        /// Strips from the top to the bottom.
        let strips: Int
        /// Tasks of one strip.
        let tasks: Int
    }

    let tileSize: Int
    /// Rows of a strip: as many rows of tiles as make whole blocks of 16 pixels.
    let stripRows: Int
    let levels: [Level]

    /// Columns of tiles in one task. Their pixels begin at a multiple of 4, as halving wants it.
    static let taskColumns = 4

    /// - Parameter tileSize: even, so that halved chroma is cut between pixels.
    init(size: PixelSize, tileSize: Int) {
        precondition(tileSize > 0 && tileSize % 2 == 0, "tiles have even sides")
        self.tileSize = tileSize
        var rows = tileSize
        while rows % 16 != 0 { rows += tileSize }
        stripRows = rows
        let last = PyramidGrid(size: size, tileSize: tileSize).deepZoomLastLevel
        levels = (0...last).map { level in
            let size = size.halved(times: last - level)
            let columns = (size.width + tileSize - 1) / tileSize
            return Level(
                size: size, columns: columns, strips: (size.height + rows - 1) / rows,
                tasks: (columns + Self.taskColumns - 1) / Self.taskColumns)
        }
    }

    /// How many rows a strip has.
    func rows(ofStrip index: Int, level: Int) -> Int { min(stripRows, levels[level].size.height - index * stripRows) }

    /// How many strips of the level below become one strip.
    func children(ofStrip index: Int, level: Int) -> Int { min(2, levels[level + 1].strips - 2 * index) }
}
