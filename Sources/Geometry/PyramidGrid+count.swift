// PyramidGrid: the number of tiles.

extension PyramidGrid {
    /// The number of tiles of all levels. The sum cannot overflow for grids with tiles of at least 16 pixels a side.
    public var tileCount: Int { (0..<levelCount).reduce(0) { $0 + columns(ofLevel: $1) * rows(ofLevel: $1) } }
}
