// The innermost ring: a twisted rope and a row of eggs and darts, as if carved, towards the view.
import Glibc

extension Painter {
    mutating func paintMoulding() {
        ground(Paint(196, texture: .streaks, grain: 24))
        paintRope()
        paintEggs()
        paintInnerLines()
    }

    mutating func paintMouldingCorner() {
        ground(Paint(196, texture: .streaks, grain: 24))
        around(4, from: .pi / 4) { painter, _ in
            painter.fill(painter.petal(0.48, 0.32, belly: 0.62), Paint(8), line: 0.014)
            painter.fill(painter.petal(0.36, 0.16, belly: 0.62), Paint(100, opacity: 0.7, load: 0.85))
        }
        around(4) { painter, _ in painter.fill(painter.petal(0.40, 0.17, belly: 0.6), Paint(60), line: 0.012) }
        boss(Point(0, 0), 0.13, .ochre(210, cobalt: 6), line: 0.016)
    }

    /// Strands of a rope, four to a tile, each an S from edge to edge.
    private mutating func paintRope() {
        fill(Curve.rectangle(-0.51, -0.43, 1.02, 0.27), Paint(225))
        for i in -1...4 {
            let x = -0.375 + 0.25 * Float(i)
            let spine = curve([Point(x - 0.14, -0.185), Point(x - 0.05, -0.215), Point(x + 0.05, -0.375), Point(x + 0.14, -0.405)])
            let strand = Curve.ribbon(spine) { t in 0.012 + 0.075 * (4 * t * (1 - t)).squareRoot() }
            fill(strand, i % 2 == 0 ? Paint(8) : .ochre(120, cobalt: 0), line: 0.010)
            stroke(spine.map { $0 + Point(0.03, 0.02) }, 0.05, .shade(120, .hatchRising, opacity: 0.75, load: 0.7))
            stroke(spine.map { $0 + Point(-0.012, -0.01) }, 0.008, .line(170))
        }
    }

    /// Two eggs to a tile, with a dart between.
    private mutating func paintEggs() {
        for i in 0..<2 {
            let x = -0.25 + 0.5 * Float(i)
            fill(Curve.arc(Point(x, -0.10), 0.215, 0.40, from: .pi, to: 0, steps: 28), Paint(60, grain: 20), line: 0.012)
            fill(Curve.arc(Point(x, -0.10), 0.155, 0.31, from: .pi, to: 0, steps: 28), .white, line: 0.014)
            stroke(
                Curve.arc(Point(x, -0.10), 0.10, 0.24, from: 0.2, to: 1.5, steps: 16), 0.065,
                .shade(105, .hatchRising, opacity: 0.8, load: 0.6))
            stroke(Curve.arc(Point(x, -0.10), 0.12, 0.26, from: -0.1, to: 1.3, steps: 16), 0.02, .shade(130, opacity: 0.7))
            let dart = Point(x + 0.25, -0.10)
            fill([Point(dart.x - 0.022, dart.y), Point(dart.x + 0.022, dart.y), Point(dart.x, 0.29)], Paint(10), line: 0.007)
        }
    }

    private mutating func paintInnerLines() {
        for (y, width, paint) in [
            (-0.475, 0.03, Paint(10)), (-0.125, 0.055, Paint(10)), (-0.122, 0.012, Paint.line), (0.345, 0.03, Paint(90)),
            (0.43, 0.13, Paint(12)), (0.415, 0.012, .line(150)), (0.49, 0.028, .line),
        ] as [(Float, Float, Paint)] {
            stroke([Point(-0.51, y), Point(0.51, y)], width, paint, ends: .blunt)
        }
    }
}
