// The second ring: "azulejos de figura avulsa", white tiles with one small picture each, and a sprig in every corner.
import Glibc

extension Painter {
    /// A tile with the figure whose turn it is, standing upright whichever way the frame's side is turned.
    mutating func paintSingleFigure(_ number: Int, upright: Float) {
        ground(Paint(9, texture: .mottle, grain: 7))
        around(4, from: .pi / 4) { painter, _ in painter.paintSprig() }
        let figures = Figure.allCases
        // Seven is prime to sixteen: every figure has its turn before one comes again.
        let figure = figures[number * 7 % figures.count]
        let mirrored = random.chance(0.5)
        draw(at: Point(0, 0), scale: 0.36, turned: upright, mirrored: mirrored) { $0.paint(figure) }
    }

    /// The little flower that fills a corner; the tile's corner lies at 0.7 to the right.
    private mutating func paintSprig() {
        for turn: Float in [-0.62, 0, 0.62] {
            draw(at: Point(0.685, 0), turned: .pi + turn) { painter in
                painter.fill(painter.petal(turn == 0 ? 0.17 : 0.15, 0.055, belly: 0.6), .line(150), line: 0.006)
            }
        }
        fill(circle(Point(0.475, 0), 0.017), .ochre(190, cobalt: 20))
    }
}
