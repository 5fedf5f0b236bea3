// The outermost ring: white quatrefoils on deep blue, with roundels where four tiles meet; stars at the corners.
import Glibc

extension Painter {
    mutating func paintQuatrefoil(_ index: Int) {
        ground(Paint(204, texture: .streaks, grain: 22))
        paintRoundels()
        let turned: Float = index % 2 == 0 ? 0 : .pi / 4
        around(4, from: .pi / 4 + turned) { painter, _ in
            painter.fill(painter.petal(0.40, 0.25, belly: 0.62), .white, line: 0.012)
            painter.fill(painter.petal(0.30, 0.12, belly: 0.66), Paint(86, below: 60, opacity: 0.75, texture: .mottle, load: 0.85))
            painter.stroke([Point(0.08, 0), Point(0.33, 0.006)], 0.014)
        }
        around(4, from: turned) { painter, _ in
            painter.fill(painter.petal(0.31, 0.12), Paint(40), line: 0.010)
            painter.stroke([Point(0.1, 0), Point(0.24, 0)], 0.02, .ochre(190, cobalt: 10))
        }
        boss(Point(0, 0), 0.085, .ochre(215, cobalt: 6), line: 0.014)
        paintOuterLines()
    }

    mutating func paintStar() {
        ground(Paint(204, texture: .streaks, grain: 22))
        paintRoundels()
        around(8) { painter, i in
            let length: Float = i % 2 == 0 ? 0.46 : 0.36
            let tip = Point(length, 0)
            let flank = Point(0.14, 0.06)
            painter.fill([Point(0, 0), flank, tip], .white, line: 0.010)
            painter.fill([Point(0, 0), Point(flank.x, -flank.y), tip], Paint(120, grain: 20), line: 0.010)
        }
        boss(Point(0, 0), 0.075, .ochre(215, cobalt: 6), line: 0.014)
        paintOuterLines()
    }

    /// A quarter of a roundel in each corner.
    private mutating func paintRoundels() {
        around(4) { painter, _ in
            let corner = Point(-0.5, -0.5)
            painter.fill(painter.circle(corner, 0.21), .white, line: 0.012)
            painter.fill(painter.circle(corner, 0.15), Paint(165, grain: 24), line: 0.008)
            painter.fill(painter.circle(corner, 0.07), .ochre(200, cobalt: 8), line: 0.010)
        }
    }

    private mutating func paintOuterLines() {
        stroke([Point(-0.51, -0.465), Point(0.51, -0.465)], 0.035, Paint(8), ends: .blunt)
        stroke([Point(-0.51, 0.44), Point(0.51, 0.44)], 0.10, Paint(8), ends: .blunt)
        stroke([Point(-0.51, 0.455), Point(0.51, 0.455)], 0.018, .line, ends: .blunt)
    }
}
