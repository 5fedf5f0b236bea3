// DeepZoomPlace: where Deep Zoom's levels lie on the grid. Deep Zoom goes on halving below one tile, down to a single pixel.

public import Geometry

/// What a Deep Zoom tile is in terms of the grid.
public enum DeepZoomPlace: Hashable, Sendable {
    /// This tile of the grid.
    case tile(TileAddress)

    /// The whole image reduced to this size, which is smaller than level 0.
    case reduced(PixelSize)

    /// Nil where Deep Zoom has no such tile. The highest level, which is the image itself, is ceil(log2(longer side)); each below has half
    /// the size, rounded up. Any address may be asked.
    public init?(_ address: TileAddress, in grid: PyramidGrid) {
        let last = grid.deepZoomLastLevel
        guard (0...last).contains(address.level) else { return nil }
        let halvings = last - address.level
        if halvings < grid.levelCount {
            let own = TileAddress(level: grid.levelCount - 1 - halvings, column: address.column, row: address.row)
            guard grid.contains(own) else { return nil }
            self = .tile(own)
        } else {
            guard address.column == 0, address.row == 0 else { return nil }
            self = .reduced(grid.size.halved(times: halvings))
        }
    }
}
