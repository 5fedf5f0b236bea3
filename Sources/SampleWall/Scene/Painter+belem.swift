// The tower at the river's mouth: a bastion in the water, a keep with balconies, and pepper-pot turrets.
import Glibc

extension Painter {
    /// About five units wide and six high, the bastion's waterline at the origin.
    mutating func paintBelemTower() {
        draw(at: Point(0.2, 0.1)) { $0.paintReflection(width: 6, height: 1.2, tone: 170) }
        fill(
            closed([
                Point(-3.6, 0.28), Point(-3.0, -0.22), Point(-1.2, -0.34), Point(1.6, -0.36), Point(3.2, -0.16), Point(3.8, 0.26),
                Point(0, 0.46),
            ]),
            Paint(120, below: 180, texture: .hatchFalling, grain: 40), line: 0.05)
        paintBattlement(x: -1.9, foot: 0.0, width: 2.1, height: 4.3, tone: 22)
        paintBattlement(x: -1.6, foot: -4.25, width: 1.5, height: 1.0, tone: 26)
        for y: Float in [-3.5, -1.7] {
            for x: Float in [-1.5, -0.85, -0.2] { draw(at: Point(x, y), scale: 0.42) { $0.paintWindow(height: 0.8) } }
        }
        paintLoggia()
        for x: Float in [-1.98, 0.28] { draw(at: Point(x, -4.1)) { $0.paintTurret() } }
        draw(at: Point(-0.85, -5.3)) { $0.paintFlag(length: 1.1) }
        paintBattlement(x: -2.3, foot: 0.22, width: 5.4, height: 1.35, tone: 18)
        for i in 0..<8 {
            let x = -1.95 + 0.66 * Float(i)
            fill(
                arc(Point(x, -0.5), 0.13, from: .pi, to: 2 * .pi) + [Point(x + 0.13, -0.3), Point(x - 0.13, -0.3)], .line(215), line: 0.03,
                Paint(60))
            fill(
                closed([Point(x - 0.1, -0.98), Point(x + 0.1, -0.98), Point(x + 0.09, -0.82), Point(x, -0.72), Point(x - 0.09, -0.82)]),
                i % 2 == 0 ? .ochre(170) : .white, line: 0.02)
        }
        for x: Float in [-2.34, 0.4, 3.06] { draw(at: Point(x, -1.05)) { $0.paintTurret() } }
        for _ in 0..<60 {
            let x = random.within(-3.4...3.6)
            stroke([Point(x, 0.34 + random.within(-0.06...0.16)), Point(x + random.within(0.2...0.6), 0.36)], 0.05, Paint(0))
        }
    }

    private mutating func paintLoggia() {
        fill(Curve.rectangle(-1.7, -3.22, 1.7, 0.5), Paint(4), line: 0.025)
        for i in 0..<6 {
            let x = -1.56 + 0.284 * Float(i)
            fill(arc(Point(x, -3.02), 0.09, from: .pi, to: 2 * .pi) + [Point(x + 0.09, -2.78), Point(x - 0.09, -2.78)], .line(205))
        }
        fill(Curve.rectangle(-1.76, -2.76, 1.82, 0.10), .ochre(120), line: 0.02)
    }

    /// A round sentry box with a ribbed dome, its foot at the origin.
    private mutating func paintTurret() {
        fill([Point(-0.20, 0.02), Point(-0.10, 0.30), Point(0.10, 0.30), Point(0.20, 0.02)], Paint(70), line: 0.022)
        fill(Curve.rectangle(-0.20, -0.52, 0.40, 0.56), Paint(8), line: 0.026)
        fill(Curve.rectangle(0.04, -0.52, 0.16, 0.56), .shade(110, .upright, opacity: 0.7))
        fill(Curve.rectangle(-0.06, -0.38, 0.11, 0.26), .line)
        fill(
            closed([Point(-0.25, -0.50), Point(-0.22, -0.78), Point(0, -1.0), Point(0.22, -0.78), Point(0.25, -0.50)]),
            Paint(60, below: 120, texture: .upright, grain: 30), line: 0.026)
        for x: Float in [-0.1, 0, 0.1] {
            stroke(curve([Point(x * 1.3, -0.52), Point(x * 1.2, -0.75), Point(x * 0.2, -0.98)]), 0.018, .line(190), ends: .blunt)
        }
        fill(circle(Point(0, -1.06), 0.07), .ochre(210), line: 0.02)
    }
}
