// Figures of house and garden: carnation, windmill, heart, guitar, key, sun.
import Glibc

extension Painter {
    mutating func paintCarnation() {
        stroke(curve([Point(0.02, 0.0), Point(-0.06, 0.45), Point(0.06, 0.96)]), 0.06, .line(180))
        for side: Float in [-1, 1] {
            draw(at: Point(0, 0.56), turned: side > 0 ? -0.7 : -2.4) { painter in
                painter.fill(painter.petal(0.62, 0.17, belly: 0.45), Paint(130, texture: .hatchRising, grain: 40), line: 0.03)
            }
        }
        for i in 0..<7 {
            let angle = -.pi / 2 + 0.36 * (Float(i) - 3)
            draw(at: Point(0, -0.02), turned: angle) { painter in
                let tip = (0..<5).map { k in Point(0.74 + (k % 2 == 0 ? 0.10 : 0), 0.075 * (Float(k) - 2)) }
                painter.fill([Point(0, 0)] + tip, i % 2 == 0 ? Paint(30) : .ochre(150, cobalt: 0), line: 0.03)
                painter.stroke([Point(0.3, 0), Point(0.66, 0)], 0.03, .line(120))
            }
        }
        fill(closed([Point(-0.17, -0.10), Point(0.17, -0.10), Point(0.10, 0.16), Point(-0.10, 0.16)]), Paint(150, below: 200), line: 0.03)
    }

    mutating func paintWindmill() {
        fill(
            closed([Point(-0.95, 0.90), Point(-0.4, 0.70), Point(0.3, 0.70), Point(0.95, 0.92), Point(0, 0.97)]),
            Paint(120, texture: .hatchFalling, grain: 50), line: 0.03)
        fill([Point(-0.36, 0.76), Point(-0.25, -0.16), Point(0.25, -0.16), Point(0.36, 0.76)], Paint(6), line: 0.035)
        fill(
            [Point(0.06, -0.16), Point(0.25, -0.16), Point(0.36, 0.76), Point(0.10, 0.76)],
            .shade(110, .hatchRising, opacity: 0.7, load: 0.6))
        fill([Point(-0.32, -0.14), Point(0, -0.52), Point(0.32, -0.14)], .ochre(150, cobalt: 40), line: 0.035)
        fill(Curve.rectangle(-0.09, 0.46, 0.18, 0.29), .line(200))
        fill(Curve.rectangle(-0.06, 0.08, 0.12, 0.14), .line(200))
        draw(at: Point(0, -0.22), turned: 0.3) { painter in
            painter.around(4) { painter, _ in
                painter.fill([Point(0.08, 0), Point(0.74, -0.02), Point(0.60, 0.34)], .white, line: 0.03)
                painter.stroke([Point(0.2, 0.06), Point(0.58, 0.26)], 0.06, .shade(100))
                painter.stroke([Point(0, 0), Point(0.80, -0.03)], 0.035, ends: .blunt)
            }
            painter.fill(painter.circle(Point(0, 0), 0.06), .line)
        }
    }

    mutating func paintHeart() {
        let half = [
            Point(0, -0.36), Point(0.22, -0.68), Point(0.62, -0.66), Point(0.80, -0.28), Point(0.62, 0.16), Point(0.28, 0.50),
            Point(0, 0.84),
        ]
        fill(
            curve(half) + curve(half.reversed().map { Point(-$0.x, $0.y) }), Paint(150, below: 195, texture: .mottle, grain: 30),
            line: 0.045)
        let inner = half.map { Point($0.x * 0.72, $0.y * 0.72 - 0.02) }
        fill(curve(inner) + curve(inner.reversed().map { Point(-$0.x, $0.y) }), .ochre(170), line: 0.03)
        for side: Float in [-1, 1] {
            stroke(
                spiral(Point(0.24 * side, -0.20), outer: 0.20, inner: 0.04, from: side > 0 ? 1.9 : 1.24, turns: -1.5 * side), 0.06,
                ends: .trailing)
            stroke(curve([Point(0, 0.44), Point(0.16 * side, 0.24), Point(0.10 * side, 0.02)]), 0.045)
        }
        for i in -1...1 { fill(circle(Point(0.14 * Float(i), -0.86 + 0.06 * Float(i * i)), 0.06), .ochre(200), line: 0.025) }
        stroke([Point(0, -0.36), Point(0, -0.8)], 0.035)
    }

    mutating func paintGuitar() {
        draw(at: Point(0.02, 0.05), turned: 0.6) { painter in
            painter.fill(Curve.rectangle(-0.055, -0.82, 0.11, 0.9), .line(190), line: 0.025)
            painter.fill(
                painter.closed([Point(-0.10, -0.80), Point(-0.18, -0.98), Point(0, -1.06), Point(0.18, -0.98), Point(0.10, -0.80)]),
                .ochre(170), line: 0.03)
            painter.fill(
                painter.closed([
                    Point(0, -0.14), Point(0.32, -0.02), Point(0.50, 0.34), Point(0.38, 0.70), Point(0, 0.84), Point(-0.38, 0.70),
                    Point(-0.50, 0.34), Point(-0.32, -0.02),
                ]), Paint(50, below: 110, texture: .upright, grain: 30), line: 0.045)
            painter.fill(painter.circle(Point(0, 0.22), 0.16), .line(215), line: 0.03)
            painter.outline(painter.circle(Point(0, 0.22), 0.22), 0.025, .ochre(200))
            painter.fill(Curve.rectangle(-0.2, 0.56, 0.4, 0.05), .line)
            for i in 0..<6 {
                let x = -0.04 + 0.016 * Float(i)
                painter.stroke([Point(x, -0.9), Point(x * 2, 0.58)], 0.011, Paint(10), ends: .blunt)
            }
        }
    }

    mutating func paintKey() {
        draw(at: Point(0, 0), turned: -0.6) { painter in
            painter.stroke([Point(-0.30, 0), Point(0.90, 0)], 0.12, .line(200), ends: .blunt)
            for (x, reach) in [(0.82, 0.30), (0.64, 0.24), (0.50, 0.14)] as [(Float, Float)] {
                painter.stroke([Point(x, 0), Point(x, reach)], 0.10, .line(200), ends: .blunt)
            }
            for i in 0..<3 {
                let centre = Point(-0.56, 0) + Point(angle: .pi / 3 + Float(i) * 2 * .pi / 3 + .pi, radius: 0.21)
                painter.fill(painter.circle(centre, 0.19), .line(200))
                painter.fill(painter.circle(centre, 0.095), .ochre(190))
            }
            painter.stroke([Point(-0.3, -0.03), Point(0.86, -0.03)], 0.022, Paint(60))
        }
    }

    /// A sun with a face, its rays straight and wavy by turns; `radius` is the disc's.
    mutating func paintSun(radius: Float, rays: Int) {
        for i in 0..<rays {
            draw(at: Point(0, 0), turned: Float(i) * 2 * .pi / Float(rays)) { painter in
                let root = radius * 0.9
                let half = radius * sinf(.pi / Float(rays)) * 0.82
                if i % 2 == 0 {
                    painter.fill(
                        [Point(root, -half), Point(radius * 2.15, 0), Point(root, half)], .ochre(225, cobalt: 0), line: radius * 0.035)
                    painter.fill([Point(root, 0), Point(radius * 2.15, 0), Point(root, half)], .shade(70, .mottle, opacity: 0.35))
                } else {
                    let spine = (0...14).map { k in Point(root + radius * 0.95 * Float(k) / 14, radius * 0.09 * sinf(Float(k) * 0.75)) }
                    painter.fill(Curve.ribbon(spine) { t in half * 0.8 * (1 - t) + 0.001 }, .ochre(200, cobalt: 0), line: radius * 0.03)
                }
            }
        }
        fill(circle(Point(0, 0), radius), .ochre(215, cobalt: 0, below: 14), line: radius * 0.055)
        stroke(arc(Point(0, 0), radius * 0.84, from: -0.2, to: 1.7), radius * 0.16, .shade(60, .hatchRising, opacity: 0.6, load: 0.6))
        paintSunFace(radius)
    }

    private mutating func paintSunFace(_ radius: Float) {
        draw(at: Point(0, 0), scale: radius) { painter in
            for side: Float in [-1, 1] {
                painter.stroke(painter.curve([Point(0.14 * side, -0.30), Point(0.32 * side, -0.42), Point(0.54 * side, -0.30)]), 0.06)
                painter.fill(painter.ellipse(Point(0.33 * side, -0.17), 0.15, 0.075), .white, line: 0.03)
                painter.fill(painter.circle(Point(0.33 * side, -0.17), 0.06), .line)
                painter.fill(painter.circle(Point(0.48 * side, 0.20), 0.14), .ochre(255, cobalt: 8))
            }
            painter.stroke(painter.curve([Point(0.05, -0.28), Point(0.08, 0.06), Point(-0.10, 0.16), Point(0.04, 0.20)]), 0.05)
            painter.stroke(painter.curve([Point(-0.27, 0.36), Point(0, 0.47), Point(0.27, 0.36)]), 0.065)
            painter.stroke(painter.curve([Point(-0.12, 0.56), Point(0, 0.59), Point(0.12, 0.56)]), 0.035)
        }
    }
}
