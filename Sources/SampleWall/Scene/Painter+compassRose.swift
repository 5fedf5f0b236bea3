// A compass rose on the water, as on the charts of the pilots.
import Glibc

extension Painter {
    /// About one unit in radius.
    mutating func paintCompassRose() {
        fill(circle(Point(0, 0), 0.80), Paint(0, opacity: 0.5, texture: .streaks, load: 0.75))
        for (radius, width) in [(0.80, 0.016), (0.74, 0.007), (0.46, 0.010)] as [(Float, Float)] {
            outline(circle(Point(0, 0), radius), width, .line(205))
        }
        for i in 0..<64 {
            let angle = Float(i) * .pi / 32
            stroke(
                [Point(angle: angle, radius: 0.745), Point(angle: angle, radius: 0.795)], i % 2 == 0 ? 0.012 : 0.006, .line(205),
                ends: .blunt)
        }
        for (count, length, offset) in [(8, 0.60, Float.pi / 8), (4, 0.74, .pi / 4), (4, 0.98, 0)] as [(Int, Float, Float)] {
            around(count, from: offset) { painter, _ in
                let half = length * 0.13
                let hip = length * 0.17
                painter.fill([Point(0, 0), Point(hip, -half), Point(length, 0)], .white, line: 0.008)
                painter.fill(
                    [Point(0, 0), Point(hip, half), Point(length, 0)], count == 8 ? Paint(110) : length > 0.9 ? Paint(195) : .ochre(180),
                    line: 0.008)
            }
        }
        boss(Point(0, 0), 0.085, .ochre(220), line: 0.012)
        for (letter, x, y) in [("N", 0, -1.1), ("S", 0, 1.1), ("E", 1.1, 0), ("O", -1.1, 0)] as [(String, Float, Float)] {
            draw(at: Point(x, y), scale: 0.15) { $0.write(letter) }
        }
    }
}
