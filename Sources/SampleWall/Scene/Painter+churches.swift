// The churches: a cathedral with two towers, and a dome.
import Glibc

extension Painter {
    /// The old cathedral: fortress towers on both sides of a rose window. About three units wide, its foot's middle at the origin.
    mutating func paintCathedral() {
        fill(Curve.rectangle(-0.72, -1.9, 1.44, 1.9), Paint(14, below: 26), line: 0.035)
        fill([Point(-0.78, -1.88), Point(0, -2.36), Point(0.78, -1.88)], Paint(30), line: 0.035)
        for side: Float in [-1, 1] {
            let x = side > 0 ? Float(0.60) : -1.4
            paintBattlement(x: x, foot: 0.02, width: 0.8, height: 2.9, tone: 30)
            for i in 0..<2 {
                draw(at: Point(x + 0.4, -1.9 + 0.95 * Float(i)), scale: 0.62) { $0.paintArchedOpening() }
            }
            fill(circle(Point(x + 0.4, -2.62), 0.10), .line(200), line: 0.025, Paint(60))
        }
        fill(circle(Point(0, -1.32), 0.42), .white, line: 0.035)
        draw(at: Point(0, -1.32)) { painter in
            painter.around(8) { painter, _ in
                painter.draw(at: Point(0.07, 0)) { painter in painter.fill(painter.petal(0.29, 0.15, belly: 0.66), .line(180), line: 0.015)
                }
            }
            painter.fill(painter.circle(Point(0, 0), 0.075), .ochre(210), line: 0.02)
        }
        for ring in 0..<3 {
            let radius = 0.44 - 0.09 * Float(ring)
            let arch = Curve.arc(Point(0, -0.42), radius, radius, from: .pi, to: 2 * .pi, steps: 18)
            fill([Point(-radius, 0)] + arch + [Point(radius, 0)], ring == 2 ? .line(215) : Paint(20 + 40 * Float(ring)), line: 0.022)
        }
        stroke([Point(0, -2.36), Point(0, -2.72)], 0.04, ends: .blunt)
        stroke([Point(-0.11, -2.60), Point(0.11, -2.60)], 0.04, ends: .blunt)
    }

    /// A belfry's opening with its bell, about one unit high, on the origin.
    private mutating func paintArchedOpening() {
        let arch = Curve.arc(Point(0, -0.55), 0.26, 0.28, from: .pi, to: 2 * .pi, steps: 14)
        fill([Point(-0.26, 0)] + arch + [Point(0.26, 0)], .line(205), line: 0.03, Paint(50))
        fill(
            closed([Point(0, -0.52), Point(-0.10, -0.36), Point(-0.15, -0.16), Point(0.15, -0.16), Point(0.10, -0.36)]),
            .ochre(190, cobalt: 10), line: 0.02)
    }

    /// A church under a dome with a lantern, between two slim towers. About three units wide.
    mutating func paintDomedChurch() {
        fill(Curve.rectangle(-1.3, -1.3, 2.6, 1.3), Paint(10, below: 20), line: 0.035)
        fill(Curve.rectangle(-0.72, -1.86, 1.44, 0.58), Paint(16), line: 0.03)
        for i in 0..<5 { draw(at: Point(-0.52 + 0.26 * Float(i), -1.36), scale: 0.34) { $0.paintWindow(height: 0.8) } }
        let dome = Curve.arc(Point(0, -1.84), 0.78, 1.12, from: .pi, to: 2 * .pi, steps: 30)
        fill(dome, Paint(30, below: 110, texture: .upright, grain: 26), line: 0.04)
        for i in -2...2 {
            let rib = (0...10).map { k in
                let angle = .pi / 2 * Float(k) / 10
                return Point(0.78 * sinf(Float(i) * 0.5) * cosf(angle), -1.84 - 1.12 * sinf(angle))
            }
            stroke(rib, 0.03, .line(185), ends: .blunt)
        }
        fill(dome.suffix(14) + [Point(0.3, -1.84)], .shade(140, .hatchRising, opacity: 0.6, load: 0.6))
        fill(Curve.rectangle(-0.15, -3.24, 0.3, 0.32), .white, line: 0.028)
        for x: Float in [-0.06, 0.06] { stroke([Point(x, -3.18), Point(x, -2.98)], 0.045, ends: .blunt) }
        fill(Curve.arc(Point(0, -3.22), 0.17, 0.24, from: .pi, to: 2 * .pi, steps: 14), .ochre(190, cobalt: 10), line: 0.028)
        stroke([Point(0, -3.44), Point(0, -3.76)], 0.035, ends: .blunt)
        stroke([Point(-0.09, -3.64), Point(0.09, -3.64)], 0.035, ends: .blunt)
        for x: Float in [-1.42, 1.02] {
            fill(Curve.rectangle(x, -2.2, 0.4, 2.2), Paint(8), line: 0.03)
            draw(at: Point(x + 0.2, -1.62), scale: 0.42) { $0.paintArchedOpening() }
            fill(
                closed([Point(x - 0.05, -2.2), Point(x + 0.05, -2.48), Point(x + 0.2, -2.9), Point(x + 0.35, -2.48), Point(x + 0.45, -2.2)]
                ), Paint(120, texture: .upright), line: 0.03)
            fill(Curve.rectangle(x + 0.27, -2.2, 0.13, 2.2), .shade(100, .hatchRising, opacity: 0.6, load: 0.6))
        }
        fill([Point(-0.7, -1.28), Point(0, -1.66), Point(0.7, -1.28)], Paint(6), line: 0.03)
        for x: Float in [-0.62, -0.3, 0.3, 0.62] {
            stroke([Point(x, -1.24), Point(x, 0)], 0.07, Paint(60, texture: .upright), ends: .blunt)
        }
        draw(at: Point(0, 0), scale: 0.85) { $0.paintArchedOpening() }
    }
}
