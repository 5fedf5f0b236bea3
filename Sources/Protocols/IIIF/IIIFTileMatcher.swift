// IIIFTileMatcher: finds the tile for requests of tiled clients, which round differently at the edges of the image.

import Geometry

/// Matches regions that are exactly the region of a tile. At the edges, a region can be that of tiles of several levels; the size tells
/// which tile is meant.
enum IIIFTileMatcher {
    /// The size that "w," or ",h" means for the region of a tile: the given side and the other side of the tile. The aspect ratio of a
    /// narrow edge tile could give another length. The given side may be the tile's own, which is rounded up, or one that the client has
    /// rounded down.
    /// - Returns: nil when the region is not that of a tile or the size does not match.
    static func size(of region: PixelRect, asked form: IIIFSize.Form, in grid: PyramidGrid) -> PixelSize? {
        var roundedDown: PixelSize?
        for level in (0..<grid.levelCount).reversed() {
            guard let cell = tile(of: region, level: level, in: grid).flatMap(grid.tileRect) else { continue }
            let factor = grid.scaleFactor(ofLevel: level)
            switch form {
            case .width(cell.width), .height(cell.height): return cell.size
            case .width(region.width / factor): roundedDown = roundedDown ?? PixelSize(width: region.width / factor, height: cell.height)
            case .height(region.height / factor): roundedDown = roundedDown ?? PixelSize(width: cell.width, height: region.height / factor)
            default: continue
            }
        }
        return roundedDown
    }

    /// The tile with exactly this region and size.
    static func tile(of region: PixelRect, delivered size: PixelSize, in grid: PyramidGrid) -> TileAddress? {
        for level in (0..<grid.levelCount).reversed() {
            guard let address = tile(of: region, level: level, in: grid) else { continue }
            if grid.tileRect(address)?.size == size { return address }
        }
        return nil
    }

    /// The tile of a level that covers exactly this region of the image.
    private static func tile(of region: PixelRect, level: Int, in grid: PyramidGrid) -> TileAddress? {
        let side = grid.tileSize * grid.scaleFactor(ofLevel: level)
        let address = TileAddress(level: level, column: region.x / side, row: region.y / side)
        return grid.region(of: address) == region ? address : nil
    }
}
