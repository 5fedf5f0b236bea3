// DeepZoomLayout: every tile of a DeepZoom tree under one number.

public import Geometry

/// Numbers the tiles of all DeepZoom levels: level after level from the single pixel on, row after row. A tile's number is its slot.
public struct DeepZoomLayout: Hashable, Sendable {
    private struct Level: Hashable {
        let firstSlot: Int
        let columns: Int
        let rows: Int
    }

    private let levels: [Level]
    /// How many DeepZoom levels lie below the grid's level 0.
    private let levelsBelow: Int
    /// How many tiles there are.
    public let count: Int

    public init(_ grid: PyramidGrid) {
        let last = grid.deepZoomLastLevel
        var count = 0
        levels = (0...last).map { level in
            let size = grid.size.halved(times: last - level)
            let columns = (size.width + grid.tileSize - 1) / grid.tileSize
            let rows = (size.height + grid.tileSize - 1) / grid.tileSize
            defer { count += columns * rows }
            return Level(firstSlot: count, columns: columns, rows: rows)
        }
        self.count = count
        levelsBelow = grid.deepZoomLevelsBelow
    }

    /// How many levels there are.
    public var levelCount: Int { levels.count }

    /// The slot of a tile, given by DeepZoom's own level number; nil where there is none. Any address may be asked.
    public func slot(deepZoom tile: TileAddress) -> Int? {
        guard levels.indices.contains(tile.level) else { return nil }
        let level = levels[tile.level]
        guard (0..<level.columns).contains(tile.column), (0..<level.rows).contains(tile.row) else { return nil }
        return level.firstSlot + tile.row * level.columns + tile.column
    }

    /// The slot of a tile of the grid; nil where there is none. Any address may be asked.
    public func slot(_ address: TileAddress) -> Int? {
        guard address.level >= 0, address.level < levels.count else { return nil }
        return slot(deepZoom: TileAddress(level: address.level + levelsBelow, column: address.column, row: address.row))
    }

    /// Calls `body` with every tile, by DeepZoom's level number, in the order of the slots.
    public func forEach<Failure: Error>(_ body: (_ slot: Int, _ tile: TileAddress) throws(Failure) -> Void) throws(Failure) {
        for (number, level) in levels.enumerated() {
            for index in 0..<level.columns * level.rows {
                let tile = TileAddress(level: number, column: index % level.columns, row: index / level.columns)
                try body(level.firstSlot + index, tile)
            }
        }
    }
}
