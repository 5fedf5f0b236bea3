// The composition of the wall: the view in the middle, rings of ornament round it, a cartouche below.

extension Painter {
    /// Paints a whole wall; the units are pixels.
    mutating func paintWall(columns: Int, rows: Int, tilePixels: Int) {
        // Small walls have fewer rings, so that there is room for the view.
        let rings = ((min(columns, rows) - 2) / 5).clamped(to: 0...4)
        let inner = Point(Float(columns - 2 * rings), Float(rows - 2 * rings))
        draw(at: Point(0, 0), scale: Float(tilePixels)) { painter in
            // The view covers the inner field, whatever its proportions, and is cut off evenly where it is too long.
            let fit = max(inner.x / View.size.x, inner.y / View.size.y)
            let middle = Point(Float(columns), Float(rows)) * 0.5
            painter.within(middle - inner * 0.5, middle + inner * 0.5) { painter in
                painter.draw(at: middle - View.size * (0.5 * fit), scale: fit) { $0.paintView() }
            }
            painter.paintFrame(Frame(columns: columns, rows: rows, rings: rings))
            if rings == 4 { painter.draw(at: Point(middle.x, Float(rows) - 2.45)) { $0.paintCartouche() } }
        }
    }
}
