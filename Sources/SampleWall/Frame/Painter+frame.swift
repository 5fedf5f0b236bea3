// The frame of ornament, tile by tile. A tile is drawn about its middle, one unit wide, its lower edge towards the view.

extension Painter {
    mutating func paintFrame(_ frame: Frame) {
        let source = random
        for (number, cell) in frame.cells.enumerated() {
            random = source.branch(number)
            draw(at: cell.centre, turned: cell.angle) { painter in
                painter.within(Point(-0.5, -0.5), Point(0.5, 0.5)) { $0.paint(cell, number) }
            }
        }
    }

    private mutating func paint(_ cell: Frame.Cell, _ number: Int) {
        switch (cell.ring, cell.isCorner) {
        case (0, false): paintQuatrefoil(cell.index)
        case (0, true): paintStar()
        case (1, _): paintSingleFigure(number, upright: -cell.angle)
        case (2, false): paintVine(cell.index)
        case (2, true): paintVineCorner()
        case (_, false): paintMoulding()
        case (_, true): paintMouldingCorner()
        }
    }

    /// The tile's whole square, and more than it, because edges stray.
    mutating func ground(_ paint: Paint) {
        fill(Curve.rectangle(-0.51, -0.51, 1.02, 1.02), paint)
    }

    /// The same motif `count` times round the tile's middle.
    mutating func around(_ count: Int, from angle: Float = 0, _ body: (inout Painter, Int) -> Void) {
        for i in 0..<count {
            draw(at: Point(0, 0), turned: angle + Float(i) * 2 * .pi / Float(count)) { body(&$0, i) }
        }
    }

    /// A petal or leaf from the origin to the right: `length` long, `width` wide where it is widest, at `belly` of its length.
    func petal(_ length: Float, _ width: Float, belly: Float = 0.55) -> [Point] {
        closed([
            Point(0, 0), Point(length * belly * 0.5, -width * 0.34), Point(length * belly, -width * 0.5),
            Point(length * (0.4 + 0.6 * belly), -width * 0.34), Point(length, 0),
            Point(length * (0.4 + 0.6 * belly), width * 0.34), Point(length * belly, width * 0.5),
            Point(length * belly * 0.5, width * 0.34),
        ])
    }

    /// A round boss with light from the upper left.
    mutating func boss(_ centre: Point, _ radius: Float, _ paint: Paint, line width: Float) {
        fill(circle(centre, radius), paint, line: width)
        stroke(arc(centre, radius * 0.68, from: 0.1, to: 1.7), radius * 0.24, .shade(150, opacity: 0.6))
        stroke(arc(centre, radius * 0.6, from: 3.3, to: 4.4), radius * 0.16, Paint(0, opacity: 0.7))
    }
}
