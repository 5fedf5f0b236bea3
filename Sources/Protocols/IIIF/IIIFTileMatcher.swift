// IIIFTileMatcher: recognises the requests of tiled clients, whose region is a cell of the grid, whichever way they round at the edges.

import Geometry

/// Regions that are exactly a cell of the grid. At the edges one region can be a cell of several levels; the size tells which is meant.
enum IIIFTileMatcher {
    /// The size that "w," or ",h" asks of a cell: the side given, and the cell's own other side, not what the aspect of a narrow edge would
    /// give. The side given may be the cell's own, which is rounded up, or one that the client rounded down. Nil where the region is no
    /// cell, or the size another.
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

    /// The tile that is exactly this region delivered in this size.
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
