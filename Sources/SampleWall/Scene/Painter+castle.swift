// The castle: curtain walls and towers with merlons, flags on the highest.
import Glibc

extension Painter {
    /// About eight units wide, the foot of its left wall at the origin.
    mutating func paintCastle() {
        paintBattlement(x: 0.6, foot: -0.9, width: 6.8, height: 1.0, tone: 70)
        for (x, width, height) in [(1.5, 0.75, 2.5), (3.6, 1.05, 3.3), (5.6, 0.8, 2.7)] as [(Float, Float, Float)] {
            paintBattlement(x: x, foot: -0.7, width: width, height: height - 0.4, tone: 44)
            paintSlits(x: x, foot: -0.9, width: width, height: height - 0.6)
        }
        draw(at: Point(4.12, -3.6)) { $0.paintFlag(length: 1.5) }
        draw(at: Point(1.87, -2.8)) { $0.paintFlag(length: 0.9) }
        paintBattlement(x: -0.2, foot: 0.35, width: 8.4, height: 1.15, tone: 34)
        for (x, height) in [(-0.5, 1.9), (2.4, 1.75), (4.9, 1.75), (7.6, 2.0)] as [(Float, Float)] {
            paintBattlement(x: x, foot: 0.45, width: 0.85, height: height, tone: 22)
            paintSlits(x: x, foot: 0.35, width: 0.85, height: height - 0.3)
        }
        let gate = Curve.arc(Point(4.05, -0.25), 0.26, 0.30, from: .pi, to: 2 * .pi, steps: 14)
        fill([Point(3.79, 0.38)] + gate + [Point(4.31, 0.38)], .line(215), line: 0.05, Paint(50))
    }

    /// A wall with merlons on top, its stones shown here and there.
    mutating func paintBattlement(x: Float, foot: Float, width: Float, height: Float, tone: Float) {
        let merlons = max(2, Int(width / 0.24))
        let pitch = width / (Float(merlons) - 0.4)
        let top = foot - height
        var edge = [Point(x, foot)]
        for i in 0..<merlons {
            let left = x + pitch * Float(i)
            edge += [Point(left, top - 0.17), Point(left + pitch * 0.6, top - 0.17)]
            if i < merlons - 1 { edge += [Point(left + pitch * 0.6, top), Point(left + pitch, top)] }
        }
        edge.append(Point(x + width, foot))
        fill(edge, Paint(tone * 0.5, below: tone, texture: .mottle, grain: 20))
        fill(Curve.rectangle(x + width * 0.66, top, width * 0.34, height), .shade(tone + 60, .hatchRising, opacity: 0.55, load: 0.6))
        for _ in 0..<Int(width * height * 26) {
            let stone = Point(x + random.unit() * width, foot - random.unit() * height * 0.96)
            let length = random.within(0.06...0.13)
            stroke([stone, stone + Point(length, 0), stone + Point(length, 0.05)], 0.013, .line(120), ends: .blunt)
        }
        outline(edge, 0.032, .line(205))
        stroke([Point(x, top + 0.10), Point(x + width, top + 0.10)], 0.02, .line(150), ends: .blunt)
    }

    private mutating func paintSlits(x: Float, foot: Float, width: Float, height: Float) {
        for i in 0..<Int(height / 0.55) {
            let y = foot - height * 0.86 + 0.55 * Float(i)
            let middle = x + width * (i % 2 == 0 ? 0.36 : 0.58)
            fill(Curve.rectangle(middle - 0.025, y, 0.05, 0.24), .line)
            stroke([Point(middle - 0.07, y + 0.12), Point(middle + 0.07, y + 0.12)], 0.03, .line, ends: .blunt)
        }
    }

    /// A flag on a staff that stands at the origin; it flies to the right.
    mutating func paintFlag(length: Float) {
        stroke([Point(0, 0.05), Point(0, -length * 1.15)], 0.045, .line(210), ends: .blunt)
        let top = -length * 1.1
        let upper = (0...16).map { i in Point(length * Float(i) / 16, top + 0.06 * length * sinf(Float(i) * 0.62)) }
        let lower = upper.reversed().map { Point($0.x * 0.97, $0.y + length * 0.42) }
        fill(upper + lower, .ochre(205, cobalt: 0, below: 10), line: 0.03)
        // An armillary sphere, the pilots' emblem.
        let centre = Point(length * 0.48, top + length * 0.19)
        outline(circle(centre, length * 0.15), length * 0.035)
        outline(ellipse(centre, length * 0.15, length * 0.05), length * 0.022)
        outline(ellipse(centre, length * 0.06, length * 0.15), length * 0.022)
        stroke([centre - Point(length * 0.13, length * 0.11), centre + Point(length * 0.13, length * 0.11)], length * 0.04, ends: .blunt)
    }
}
