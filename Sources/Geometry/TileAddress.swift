// TileAddress: level, column and row of a tile. Every protocol's request for a tile becomes one.

/// The address of a tile in a `PyramidGrid`. Level 0 is the smallest; column 0, row 0 is at the top left. The numbers are not checked:
/// `PyramidGrid.contains(_:)` tells whether the grid has the tile.
public struct TileAddress: Hashable, Sendable {
    public var level: Int
    public var column: Int
    public var row: Int

    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}
