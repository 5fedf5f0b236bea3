// The waterfront: a palace with arcades round a triumphal arch, the quay's wall, stairs between two columns, people.
import Glibc

extension Painter {
    mutating func paintQuay() {
        paintPalace(from: 32.2, to: 38.2)
        paintPalace(from: 40.8, to: 46.8)
        draw(at: Point(39.5, View.quay - 0.5)) { $0.paintTriumphalArch() }
        let wall = [Point(23.6, View.quay - 0.5), Point(53, View.quay - 0.5), Point(53, View.quay + 0.45), Point(23.2, View.quay + 0.45)]
        fill(wall, Paint(26, below: 80, texture: .streaks, grain: 24), line: 0.045)
        for _ in 0..<330 {
            let stone = Point(random.within(23.7...52), View.quay + random.within(-0.38...0.38))
            let length = random.within(0.14...0.3)
            stroke([stone, stone + Point(length, 0), stone + Point(length, 0.09)], 0.018, .line(140), ends: .blunt)
        }
        paintStairs()
        for _ in 0..<44 {
            let x = random.within(24.5...51.5)
            draw(at: Point(x, View.quay - 0.47), scale: random.within(0.24...0.32), mirrored: random.chance(0.5)) { $0.paintPerson() }
        }
        for i in 0..<10 {
            draw(at: Point(25 + 2.9 * Float(i), View.quay + 0.5)) { $0.paintReflection(width: 3.6, height: 0.9, tone: 150) }
        }
    }

    private mutating func paintPalace(from left: Float, to right: Float) {
        let foot = View.quay - 0.5
        fill(Curve.rectangle(left, foot - 1.5, right - left, 1.5), .ochre(62), line: 0.03)
        let bays = Int((right - left) / 0.5)
        let pitch = (right - left) / Float(bays)
        for i in 0..<bays {
            let x = left + pitch * (Float(i) + 0.5)
            let arch = Curve.arc(Point(x, foot - 0.42), pitch * 0.34, pitch * 0.34, from: .pi, to: 2 * .pi, steps: 12)
            fill(
                [Point(x - pitch * 0.34, foot)] + arch + [Point(x + pitch * 0.34, foot)], Paint(205, below: 130, grain: 20), line: 0.03,
                .white)
            draw(at: Point(x, foot - 0.86), scale: 0.42) { $0.paintWindow(height: 0.9) }
        }
        stroke([Point(left, foot - 0.72), Point(right, foot - 0.72)], 0.045, .line(170), ends: .blunt)
        fill(Curve.rectangle(left - 0.06, foot - 1.58, right - left + 0.12, 0.10), .white, line: 0.022)
        fill(
            [
                Point(left - 0.05, foot - 1.58), Point(left + 0.25, foot - 1.92), Point(right - 0.25, foot - 1.92),
                Point(right + 0.05, foot - 1.58),
            ],
            Paint(120, below: 165, texture: .upright, grain: 36), line: 0.03)
    }

    /// Foot's middle at the origin.
    private mutating func paintTriumphalArch() {
        fill(Curve.rectangle(-1.2, -2.3, 2.4, 2.3), Paint(6, below: 18), line: 0.04)
        let opening = Curve.arc(Point(0, -1.0), 0.5, 0.55, from: .pi, to: 2 * .pi, steps: 22)
        fill([Point(-0.5, 0)] + opening + [Point(0.5, 0)], Paint(40, below: 12), line: 0.05)
        for x: Float in [-1.0, -0.72, 0.72, 1.0] {
            stroke([Point(x, -0.1), Point(x, -1.72)], 0.15, Paint(4), ends: .blunt)
            stroke([Point(x + 0.05, -0.1), Point(x + 0.05, -1.72)], 0.05, .shade(120, .upright), ends: .blunt)
            for edge: Float in [-0.08, 0.08] { stroke([Point(x + edge, -0.1), Point(x + edge, -1.72)], 0.016, .line(190), ends: .blunt) }
            fill(Curve.rectangle(x - 0.12, -1.82, 0.24, 0.12), .ochre(130), line: 0.018)
        }
        fill(Curve.rectangle(-1.32, -2.02, 2.64, 0.16), .white, line: 0.028)
        fill(Curve.rectangle(-1.3, -2.36, 2.6, 0.12), .white, line: 0.028)
        // A clock above, and Glory with two wreaths on top.
        fill(circle(Point(0, -2.62), 0.30), Paint(8), line: 0.04)
        fill(circle(Point(0, -2.62), 0.19), .ochre(150), line: 0.022)
        stroke([Point(0, -2.62), Point(0.03, -2.76)], 0.03)
        stroke([Point(0, -2.62), Point(0.10, -2.58)], 0.03)
        draw(at: Point(0, -2.9), scale: 0.62) { $0.paintPerson() }
        for side: Float in [-1, 1] { outline(circle(Point(0.3 * side, -3.3), 0.11), 0.045, .ochre(200)) }
    }

    private mutating func paintStairs() {
        for i in 0..<7 {
            let y = View.quay - 0.38 + 0.13 * Float(i)
            let half = 1.1 + 0.10 * Float(i)
            fill(Curve.rectangle(39.5 - half, y, 2 * half, 0.14), Paint(6, below: 60), line: 0.022, .line(170))
        }
        for x: Float in [37.7, 41.3] {
            draw(at: Point(x, View.quay + 0.5)) { painter in
                painter.fill(Curve.rectangle(-0.16, -1.7, 0.32, 1.7), Paint(4), line: 0.03)
                painter.fill(Curve.rectangle(0.02, -1.7, 0.14, 1.7), .shade(120, .upright, opacity: 0.7))
                painter.fill(Curve.rectangle(-0.24, -1.84, 0.48, 0.15), .white, line: 0.026)
                painter.boss(Point(0, -2.02), 0.18, Paint(20), line: 0.026)
                painter.fill(Curve.rectangle(-0.26, -0.2, 0.52, 0.24), Paint(20), line: 0.026)
            }
        }
    }

    /// A figure in a cloak, one unit high, standing on the origin.
    mutating func paintPerson() {
        let cloak = closed([
            Point(-0.05, -0.78), Point(-0.20, -0.5), Point(-0.24, 0), Point(0.22, 0), Point(0.18, -0.5), Point(0.06, -0.78),
        ])
        fill(cloak, random.chance(0.3) ? .ochre(180, cobalt: 20) : Paint(random.within(110...210), grain: 30), line: 0.03)
        fill(circle(Point(0, -0.86), 0.10), Paint(10), line: 0.03)
        switch random.integer(0..<3) {
        case 0: fill(ellipse(Point(0, -0.93), 0.19, 0.05), .line)
        case 1: fill(ellipse(Point(0, -1.02), 0.17, 0.11), .ochre(170, cobalt: 10), line: 0.025)
        default: stroke([Point(0.2, 0), Point(0.3, -0.75)], 0.035, .line, ends: .blunt)
        }
    }
}
