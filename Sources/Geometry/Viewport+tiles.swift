// Viewport: the tiles that it needs. They are those of the coarsest level that is still sharp, nearest to the centre first.

/// A tile and its rectangle in a view.
public struct PlacedTile: Hashable, Sendable {
    /// The tile in the grid.
    public let address: TileAddress

    /// In CSS pixels of the view; cropped at the edges of the image but not of the view.
    public let place: Rect
}

extension Viewport {
    /// The smallest level with at least one pixel per device pixel, or the last level when none has.
    /// - Parameter grid: the grid of this image.
    public func level(in grid: PyramidGrid) -> Int {
        grid.level(forScale: zoom * dpr)
    }

    /// The tiles of `level(in:)` that intersect the visible region: nearest to the view's centre first, then by row, then by column. Along
    /// each side of the view there are at most 2 + 2 · side / tileSize tiles, with the side in device pixels (`deviceSize`).
    /// - Parameter grid: the grid of this image.
    public func tiles(in grid: PyramidGrid) -> [PlacedTile] {
        precondition(grid.size == image, "the grid is of another image")
        let level = level(in: grid)
        let side = Double(grid.tileSize) * Double(grid.scaleFactor(ofLevel: level))
        let region = region
        let columns = Self.cells(from: region.x, extent: region.width, side: side, count: grid.columns(ofLevel: level))
        let rows = Self.cells(from: region.y, extent: region.height, side: side, count: grid.rows(ofLevel: level))
        let middle = Point(
            x: Self.snapped((view.width / 2 - translation.x) / zoom), y: Self.snapped((view.height / 2 - translation.y) / zoom))
        var found: [(distance: Double, tile: PlacedTile)] = []
        found.reserveCapacity(columns.count * rows.count)
        for row in rows {
            for column in columns {
                let address = TileAddress(level: level, column: column, row: row)
                guard let covered = grid.region(of: address) else { continue }
                let dx = Double(covered.x) + Double(covered.width) / 2 - middle.x
                let dy = Double(covered.y) + Double(covered.height) / 2 - middle.y
                found.append((dx * dx + dy * dy, PlacedTile(address: address, place: place(of: covered))))
            }
        }
        found.sort { near, far in
            let (first, second) = (near.tile.address, far.tile.address)
            return (near.distance, first.row, first.column) < (far.distance, second.row, second.column)
        }
        return found.map(\.tile)
    }

    /// The rectangle in the view, in CSS pixels, of a part of the image in image pixels.
    private func place(of covered: PixelRect) -> Rect {
        Rect(
            x: translation.x + zoom * Double(covered.x), y: translation.y + zoom * Double(covered.y),
            width: zoom * Double(covered.width), height: zoom * Double(covered.height))
    }

    /// The indices of the cells of length `side` that an interval intersects, out of `count` cells. At least one, even when rounding has
    /// made the interval empty.
    private static func cells(from start: Double, extent: Double, side: Double, count: Int) -> ClosedRange<Int> {
        let first = min(max(0, Int((start / side).rounded(.down))), count - 1)
        let last = min(max(first, Int(((start + extent) / side).rounded(.up)) - 1), count - 1)
        return first...last
    }

    /// Rounds to a millionth of a pixel. Tiles at the same distance from the centre of a centred image then compare as equal in spite of
    /// rounding errors.
    private static func snapped(_ coordinate: Double) -> Double { (coordinate * 1_048_576 + 0.5).rounded(.down) / 1_048_576 }
}
