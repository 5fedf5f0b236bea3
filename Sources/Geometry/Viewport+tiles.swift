// The tiles that a viewport needs: of the coarsest level that is still sharp, nearest to the middle first.

/// A tile and where it appears in a view.
public struct PlacedTile: Hashable, Sendable {
    public let address: TileAddress

    /// In CSS pixels of the view, cut off at the image's edges but not at the view's.
    public let place: Rect
}

extension Viewport {
    /// The smallest level that has at least one pixel for each device pixel, or the last where none has. `grid` must be of this image.
    public func level(in grid: PyramidGrid) -> Int {
        grid.level(forScale: zoom * dpr)
    }

    /// The tiles of `level(in:)` that meet the visible region, nearest to the middle of the view first, then by row, then by column.
    /// `grid` must be of this image. How many there can be follows from `deviceSize`: at most 2 + 2 · side / tileSize along each side.
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

    /// Where a part of the image appears in the view, in CSS pixels.
    private func place(of covered: PixelRect) -> Rect {
        Rect(
            x: translation.x + zoom * Double(covered.x), y: translation.y + zoom * Double(covered.y),
            width: zoom * Double(covered.width), height: zoom * Double(covered.height))
    }

    /// Which of `count` cells of this side a stretch of the image meets; at least one, also where rounding left nothing of the stretch.
    private static func cells(from start: Double, extent: Double, side: Double, count: Int) -> ClosedRange<Int> {
        let first = min(max(0, Int((start / side).rounded(.down))), count - 1)
        let last = min(max(first, Int(((start + extent) / side).rounded(.up)) - 1), count - 1)
        return first...last
    }

    /// To a millionth of a pixel: tiles equally far from the middle of a centred image stay so in spite of rounding.
    private static func snapped(_ coordinate: Double) -> Double { (coordinate * 1_048_576 + 0.5).rounded(.down) / 1_048_576 }
}
