// Which tile of the frame is which: rings round the view, each with a front that looks inwards.

struct Frame {
    struct Cell {
        /// 0 is the outermost ring.
        var ring: Int
        /// The tile's middle, in tiles from the wall's upper left corner.
        var centre: Point
        /// Turns the tile's lower edge to face the view.
        var angle: Float
        /// Counts the tiles along one side; neighbours differ in parity.
        var index: Int
        var isCorner: Bool
    }

    let columns: Int
    let rows: Int
    let rings: Int

    var cells: [Cell] {
        (0..<rings).flatMap { ring in
            top(ring) + right(ring) + bottom(ring) + left(ring)
        }
    }

    // Each side begins with its corner and ends before the next one, clockwise.

    private func top(_ ring: Int) -> [Cell] {
        (ring..<columns - 1 - ring).map { cell(ring, column: $0, row: ring, quarter: 0, index: $0 - ring) }
    }

    private func right(_ ring: Int) -> [Cell] {
        (ring..<rows - 1 - ring).map { cell(ring, column: columns - 1 - ring, row: $0, quarter: 1, index: $0 - ring) }
    }

    private func bottom(_ ring: Int) -> [Cell] {
        (ring..<columns - 1 - ring).map { cell(ring, column: columns - 1 - $0, row: rows - 1 - ring, quarter: 2, index: $0 - ring) }
    }

    private func left(_ ring: Int) -> [Cell] {
        (ring..<rows - 1 - ring).map { cell(ring, column: ring, row: rows - 1 - $0, quarter: 3, index: $0 - ring) }
    }

    private func cell(_ ring: Int, column: Int, row: Int, quarter: Int, index: Int) -> Cell {
        Cell(
            ring: ring, centre: Point(Float(column) + 0.5, Float(row) + 0.5), angle: Float(quarter) * .pi / 2, index: index,
            isCorner: index == 0)
    }
}
