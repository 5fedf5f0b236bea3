// TileAddress: level, column and row of a tile. Every protocol's request for a tile becomes one.

/// The address of a tile in a `PyramidGrid`. Level 0 is the smallest; column 0, row 0 is at the top left. The numbers are not checked:
/// `PyramidGrid.contains(_:)` tells whether the grid has the tile.
public struct TileAddress: Hashable, Sendable {
    /// The level; 0 is the smallest.
    public var level: Int
    /// The column within the level; 0 is at the left.
    public var column: Int
    /// The row within the level; 0 is at the top.
    public var row: Int

    /// Creates an address. Nothing is checked.
    public init(level: Int, column: Int, row: Int) {
        self.level = level
        self.column = column
        self.row = row
    }
}
