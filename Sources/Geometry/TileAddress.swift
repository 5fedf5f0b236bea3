// TileAddress: which tile of a pyramid. Every protocol's request for a tile becomes one of these.

/// The place of a tile in a `PyramidGrid`. Level 0 is the smallest; column 0, row 0 is at the top left.
/// An address is only a name: whether the grid has such a tile is `PyramidGrid.contains(_:)`.
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
