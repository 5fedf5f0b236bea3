// Figures with legs and wings: snail, swallow, butterfly, rooster, cat.
import Glibc

extension Painter {
    mutating func paintSnail() {
        let foot = closed([
            Point(-0.88, 0.42), Point(-0.78, 0.18), Point(-0.70, -0.12), Point(-0.56, -0.10), Point(-0.52, 0.16), Point(-0.2, 0.36),
            Point(0.5, 0.40),
            Point(0.92, 0.52), Point(0.2, 0.56), Point(-0.6, 0.55),
        ])
        fill(foot, Paint(40, below: 90, grain: 20), line: 0.04)
        for (x, y) in [(-0.80, -0.48), (-0.56, -0.50)] as [(Float, Float)] {
            stroke(curve([Point(-0.66, -0.10), Point(x * 0.96, y * 0.6), Point(x, y)]), 0.04)
            fill(circle(Point(x, y), 0.05), .line)
        }
        fill(circle(Point(0.15, 0.02), 0.48), Paint(30, below: 110, texture: .mottle, grain: 30), line: 0.045)
        stroke(spiral(Point(0.13, 0.03), outer: 0.46, inner: 0.03, from: 1.2, turns: -2.6), 0.07, .line(200), ends: .trailing)
        for i in 0..<9 {
            let angle = 3.4 + 0.42 * Float(i)
            stroke(
                [Point(0.15, 0.02) + Point(angle: angle, radius: 0.36), Point(0.15, 0.02) + Point(angle: angle, radius: 0.45)], 0.03,
                .ochre(190))
        }
        stroke([Point(-0.95, 0.60), Point(0.95, 0.60)], 0.03, .line(120))
    }

    mutating func paintSwallow() {
        fill(
            curve([Point(0.30, 0.10), Point(0.62, 0.34), Point(0.98, 0.44)])
                + curve([Point(0.62, 0.24), Point(0.99, 0.16), Point(0.40, -0.04)]), .line(200))
        fill(
            closed([
                Point(-0.72, -0.08), Point(-0.45, -0.20), Point(0, -0.12), Point(0.42, 0.06), Point(0.30, 0.16), Point(-0.2, 0.18),
                Point(-0.55, 0.10),
            ]),
            Paint(190, below: 10, grain: 20), line: 0.03)
        fill(
            curve([Point(-0.30, -0.12), Point(-0.16, -0.55), Point(0.30, -0.92), Point(0.72, -0.98)])
                + curve([Point(0.72, -0.98), Point(0.38, -0.58), Point(0.22, -0.05)]),
            Paint(205, below: 150, texture: .hatchRising, grain: 30), line: 0.03)
        fill(
            curve([Point(-0.25, 0.10), Point(-0.32, 0.52), Point(-0.10, 0.82), Point(0.16, 0.96)])
                + curve([Point(0.16, 0.96), Point(0.10, 0.55), Point(0.12, 0.14)]),
            Paint(150, below: 205, texture: .hatchFalling, grain: 30), line: 0.03)
        for i in 0..<4 {
            let t = 0.25 * Float(i)
            stroke([Point(-0.02 + 0.05 * t, -0.2 - 0.4 * t), Point(0.16 + 0.3 * t, -0.35 - 0.5 * t)], 0.025, Paint(40))
        }
        fill([Point(-0.70, -0.10), Point(-0.92, -0.02), Point(-0.69, 0.02)], .ochre(200), line: 0.02)
        fill(circle(Point(-0.56, -0.07), 0.035), .white)
        fill(ellipse(Point(-0.52, 0.05), 0.1, 0.06), .ochre(170, cobalt: 10))
    }

    mutating func paintButterfly() {
        for side: Float in [-1, 1] {
            let upper = closed([
                Point(0.04 * side, -0.10), Point(0.34 * side, -0.66), Point(0.80 * side, -0.78), Point(0.92 * side, -0.42),
                Point(0.60 * side, -0.02),
            ])
            fill(upper, Paint(60, below: 130, texture: .hatchRising, grain: 40), line: 0.045)
            let lower = closed([
                Point(0.04 * side, 0.02), Point(0.56 * side, 0.04), Point(0.72 * side, 0.40), Point(0.46 * side, 0.72),
                Point(0.18 * side, 0.44),
            ])
            fill(lower, Paint(120, below: 40, texture: .hatchFalling, grain: 40), line: 0.045)
            fill(circle(Point(0.64 * side, -0.48), 0.13), .white, line: 0.03)
            fill(circle(Point(0.64 * side, -0.48), 0.065), .ochre(200), line: 0.02)
            fill(circle(Point(0.46 * side, 0.36), 0.10), .ochre(180), line: 0.025)
            stroke(curve([Point(0.02 * side, -0.34), Point(0.12 * side, -0.66), Point(0.30 * side, -0.88)]), 0.025)
            fill(circle(Point(0.30 * side, -0.88), 0.035), .line)
        }
        fill(ellipse(Point(0, 0.04), 0.075, 0.42), .line(210))
        for i in 0..<4 { stroke([Point(-0.06, -0.1 + 0.13 * Float(i)), Point(0.06, -0.1 + 0.13 * Float(i))], 0.025, Paint(50)) }
    }

    mutating func paintRooster() {
        for i in 0..<5 {
            let reach = Float(i)
            let tail = curve([
                Point(0.26, 0.12), Point(0.52 + 0.05 * reach, -0.42 + 0.10 * reach), Point(0.86 - 0.03 * reach, -0.55 + 0.22 * reach),
                Point(0.98 - 0.04 * reach, -0.18 + 0.20 * reach),
            ])
            stroke(tail, 0.16, i % 2 == 0 ? .line(205) : Paint(110, grain: 30))
        }
        let body = closed([
            Point(-0.52, -0.62), Point(-0.36, -0.70), Point(-0.24, -0.50), Point(-0.10, -0.10), Point(0.30, 0.02), Point(0.42, 0.26),
            Point(0.12, 0.50),
            Point(-0.28, 0.42), Point(-0.50, 0.10), Point(-0.50, -0.34),
        ])
        fill(body, Paint(205, texture: .mottle, grain: 30), line: 0.035)
        fill(
            closed([Point(-0.20, 0.08), Point(0.12, 0.02), Point(0.34, 0.22), Point(0.06, 0.34), Point(-0.16, 0.26)]), Paint(90), line: 0.03
        )
        for spot in [Point(-0.02, 0.14), Point(0.14, 0.18), Point(-0.06, 0.25)] { fill(circle(spot, 0.035), .white) }
        for spot in [Point(-0.36, -0.20), Point(-0.30, 0.02), Point(-0.42, 0.06), Point(-0.28, 0.36)] {
            fill(circle(spot, 0.035), .ochre(200))
        }
        for i in 0..<3 {
            fill(circle(Point(-0.52 + 0.10 * Float(i), -0.72 - (i == 1 ? 0.05 : 0)), 0.075), .ochre(215, cobalt: 10), line: 0.025)
        }
        fill([Point(-0.54, -0.58), Point(-0.72, -0.52), Point(-0.52, -0.48)], .ochre(190), line: 0.02)
        fill(ellipse(Point(-0.52, -0.40), 0.05, 0.09), .ochre(215, cobalt: 10), line: 0.02)
        fill(circle(Point(-0.43, -0.57), 0.04), .white)
        for x: Float in [-0.12, 0.08] {
            stroke([Point(x, 0.45), Point(x - 0.02, 0.84)], 0.045, ends: .blunt)
            for toe: Float in [-0.14, 0.0, 0.1] { stroke([Point(x - 0.02, 0.82), Point(x + toe, 0.93)], 0.035) }
        }
        stroke(curve([Point(-0.7, 0.95), Point(0, 0.90), Point(0.7, 0.96)]), 0.04, .line(130))
    }

    mutating func paintCat() {
        stroke(curve([Point(0.36, 0.70), Point(0.80, 0.62), Point(0.82, 0.12), Point(0.62, -0.10)]), 0.14, .line(205), ends: .trailing)
        let body = closed([
            Point(-0.34, 0.82), Point(-0.30, 0.30), Point(-0.34, -0.06), Point(-0.10, -0.20), Point(0.22, 0.02), Point(0.46, 0.42),
            Point(0.44, 0.80), Point(0, 0.86),
        ])
        fill(body, Paint(205, below: 170, texture: .mottle, grain: 30), line: 0.03)
        fill([Point(-0.58, -0.34), Point(-0.56, -0.82), Point(-0.30, -0.58)], .line(205), line: 0.03)
        fill([Point(0.04, -0.38), Point(0.08, -0.84), Point(-0.20, -0.60)], .line(205), line: 0.03)
        fill(ellipse(Point(-0.25, -0.34), 0.36, 0.31), Paint(200, texture: .mottle, grain: 30), line: 0.03)
        for side: Float in [-1, 1] {
            fill(ellipse(Point(-0.26 + 0.14 * side, -0.38), 0.075, 0.062), .ochre(215), line: 0.02)
            fill(ellipse(Point(-0.26 + 0.14 * side, -0.38), 0.02, 0.055), .line)
            for i in -1...1 {
                stroke([Point(-0.26 + 0.10 * side, -0.22), Point(-0.26 + 0.55 * side, -0.22 + 0.09 * Float(i))], 0.018, Paint(30))
            }
        }
        fill([Point(-0.30, -0.27), Point(-0.22, -0.27), Point(-0.26, -0.22)], .white)
        fill(closed([Point(-0.24, 0.02), Point(-0.10, 0.06), Point(-0.08, 0.34), Point(-0.2, 0.5), Point(-0.28, 0.28)]), Paint(20))
        for x: Float in [-0.20, 0.02] { stroke([Point(x, 0.5), Point(x, 0.82)], 0.022, Paint(60)) }
        stroke([Point(-0.8, 0.88), Point(0.85, 0.88)], 0.035, .line(130))
    }
}
