// How many tiles there are in all.

extension PyramidGrid {
    /// The tiles of all levels together. For grids whose tiles have at least 16 pixels a side, which cannot overflow.
    public var tileCount: Int { (0..<levelCount).reduce(0) { $0 + columns(ofLevel: $1) * rows(ofLevel: $1) } }
}
