// Figures of the sea: fish, crab, boat, anchor, lighthouse.
import Glibc

extension Painter {
    mutating func paintFish() {
        for tip in [Point(1.0, -0.36), Point(1.0, 0.34)] {
            fill(
                closed([Point(0.60, 0), Point(0.80, tip.y * 0.75), tip, Point(0.86, 0)]), Paint(110, texture: .hatchRising, grain: 40),
                line: 0.03)
        }
        fill(
            curve([Point(-0.35, -0.30), Point(-0.05, -0.56), Point(0.30, -0.44), Point(0.42, -0.18)]),
            Paint(120, texture: .upright, grain: 40), line: 0.03)
        let body = closed([
            Point(-0.95, 0.04), Point(-0.62, -0.22), Point(-0.2, -0.34), Point(0.25, -0.24), Point(0.68, -0.03), Point(0.66, 0.06),
            Point(0.22, 0.26), Point(-0.25, 0.33), Point(-0.66, 0.22),
        ])
        fill(body, Paint(95, below: 8, grain: 16), line: 0.045)
        for i in 0..<6 {
            for j in -1...1 where !(i == 5 && j != 0) {
                let centre = Point(-0.36 + 0.17 * Float(i), 0.13 * Float(j) - 0.02)
                stroke(arc(centre, 0.085, from: -1.2, to: 1.2), 0.022, .line(170))
            }
        }
        stroke(arc(Point(-0.66, 0.0), 0.22, from: -1.0, to: 1.0), 0.04)
        fill(circle(Point(-0.70, -0.07), 0.062), .white, line: 0.024)
        fill(circle(Point(-0.71, -0.07), 0.028), .line)
        stroke(curve([Point(-0.94, 0.07), Point(-0.86, 0.09), Point(-0.79, 0.07)]), 0.026)
        stroke(curve([Point(-0.9, 0.55), Point(-0.4, 0.48), Point(0.1, 0.56), Point(0.7, 0.5)]), 0.03, .line(120))
    }

    mutating func paintCrab() {
        for side: Float in [-1, 1] {
            for i in 0..<4 {
                let y = 0.02 + 0.12 * Float(i)
                let leg = [
                    Point(0.36 * side, y), Point((0.74 - 0.05 * Float(i)) * side, y - 0.06),
                    Point((0.86 - 0.1 * Float(i)) * side, y + 0.26),
                ]
                stroke(curve(leg), 0.07, .line(190), ends: .trailing)
            }
            stroke(curve([Point(0.4 * side, -0.12), Point(0.72 * side, -0.24), Point(0.66 * side, -0.46)]), 0.1, .line(190), ends: .blunt)
            let claw = closed([
                Point(0.62 * side, -0.42), Point(0.84 * side, -0.58), Point(0.80 * side, -0.84), Point(0.68 * side, -0.66),
                Point(0.52 * side, -0.80),
                Point(0.48 * side, -0.56),
            ])
            fill(claw, Paint(140, below: 90, grain: 24), line: 0.035)
            stroke([Point(0.16 * side, -0.22), Point(0.18 * side, -0.40)], 0.04, ends: .blunt)
            fill(circle(Point(0.185 * side, -0.42), 0.055), .line)
        }
        fill(ellipse(Point(0, 0.08), 0.52, 0.36), Paint(150, below: 70, texture: .mottle, grain: 40), line: 0.045)
        stroke(arc(Point(0, -0.02), 0.22, from: 0.4, to: 2.7), 0.03)
        for spot in [Point(-0.22, -0.06), Point(0.22, -0.06), Point(0, -0.14)] { fill(circle(spot, 0.045), .ochre(190)) }
    }

    mutating func paintBoat() {
        fill(
            curve([Point(-0.02, -0.95), Point(-0.55, -0.35), Point(-0.66, 0.22)]) + [Point(0.02, 0.22)],
            Paint(14, below: 50, texture: .upright, grain: 24), line: 0.035)
        fill(
            curve([Point(0.10, -0.80), Point(0.46, -0.25), Point(0.60, 0.18)]) + [Point(0.08, 0.20)],
            Paint(60, below: 20, texture: .upright, grain: 24), line: 0.035)
        stroke([Point(0.04, 0.35), Point(0.04, -1.0)], 0.055, ends: .blunt)
        fill(
            curve([Point(0.04, -1.0), Point(0.22, -0.97), Point(0.36, -1.03)]) + [Point(0.34, -0.88), Point(0.04, -0.88)], .ochre(200),
            line: 0.02)
        let hull = curve([
            Point(-0.82, 0.30), Point(-0.62, 0.56), Point(-0.2, 0.66), Point(0.3, 0.65), Point(0.66, 0.54), Point(0.86, 0.24),
        ])
        fill(
            hull + curve([Point(0.86, 0.24), Point(0.4, 0.36), Point(-0.4, 0.38), Point(-0.82, 0.30)]),
            Paint(170, below: 120, texture: .streaks, grain: 36), line: 0.04)
        stroke(curve([Point(-0.72, 0.44), Point(-0.2, 0.52), Point(0.4, 0.50), Point(0.78, 0.38)]), 0.03, Paint(10))
        for (y, x) in [(0.74, -0.1), (0.86, 0.15)] as [(Float, Float)] {
            stroke(
                curve([Point(x - 0.85, y), Point(x - 0.5, y - 0.06), Point(x - 0.15, y), Point(x + 0.25, y - 0.06), Point(x + 0.65, y)]),
                0.05, .line(140))
        }
    }

    mutating func paintAnchor() {
        let arms = arc(Point(0, 0.12), 0.62, from: 0.25, to: .pi - 0.25)
        stroke(arms, 0.15, .line(200))
        stroke([Point(0, -0.62), Point(0, 0.74)], 0.13, .line(200), ends: .blunt)
        stroke([Point(-0.36, -0.42), Point(0.36, -0.42)], 0.10, .line(200), ends: .blunt)
        for side: Float in [-1, 1] {
            fill([Point(0.60 * side, 0.02), Point(0.78 * side, 0.36), Point(0.44 * side, 0.30)], .line(200), line: 0.03)
            fill(circle(Point(0.37 * side, -0.42), 0.06), .line(200))
        }
        outline(circle(Point(0, -0.76), 0.14), 0.07, .line(200))
        stroke([Point(-0.03, -0.5), Point(-0.03, 0.66)], 0.025, Paint(60))
        let rope = (0...40).map { i in
            let t = Float(i) / 40
            return Point(0.34 * sinf(t * 9.4) + 0.05, -0.74 + 1.6 * t)
        }
        stroke(rope, 0.075, .line)
        stroke(rope, 0.045, .ochre(180, cobalt: 0))
    }

    mutating func paintLighthouse() {
        fill(
            closed([Point(-0.85, 0.86), Point(-0.55, 0.58), Point(-0.1, 0.66), Point(0.3, 0.55), Point(0.85, 0.86), Point(0, 0.93)]),
            Paint(150, below: 190, texture: .hatchFalling, grain: 50), line: 0.035)
        let tower = [Point(-0.26, 0.66), Point(-0.15, -0.42), Point(0.15, -0.42), Point(0.26, 0.66)]
        fill(tower, Paint(8), line: 0.035)
        for i in 0..<3 {
            let (y, h): (Float, Float) = (-0.22 + 0.36 * Float(i), 0.17)
            let width = { (y: Float) in 0.15 + 0.11 * (y + 0.42) / 1.08 }
            fill(
                [Point(-width(y), y), Point(width(y), y), Point(width(y + h), y + h), Point(-width(y + h), y + h)],
                Paint(150, texture: .streaks, grain: 30))
        }
        fill(
            [Point(0.08, -0.4), Point(0.15, -0.4), Point(0.26, 0.66), Point(0.12, 0.66)], .shade(130, .hatchRising, opacity: 0.6, load: 0.6)
        )
        fill(Curve.rectangle(-0.22, -0.48, 0.44, 0.07), .line(200))
        fill(Curve.rectangle(-0.12, -0.70, 0.24, 0.22), .ochre(220), line: 0.03)
        stroke([Point(0, -0.7), Point(0, -0.48)], 0.02)
        fill(arc(Point(0, -0.70), 0.17, from: .pi, to: 2 * .pi), .line(190))
        for side: Float in [-1, 1] {
            for i in -1...1 {
                stroke(
                    [Point(0.24 * side, -0.6 + 0.03 * Float(i)), Point(0.86 * side, -0.62 + 0.17 * Float(i))], 0.04, .ochre(150),
                    ends: .trailing)
            }
        }
    }
}
