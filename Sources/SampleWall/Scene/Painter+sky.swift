// The sky: a wash that fades towards the horizon, laid in long strokes, with heaped clouds and gulls.
import Glibc

extension Painter {
    mutating func paintSky() {
        fill(Curve.rectangle(-0.5, -0.5, View.size.x + 1, View.horizon + 1), Paint(122, below: 16, texture: .streaks, grain: 22))
        for _ in 0..<760 {
            // Strokes lie denser and darker towards the top.
            let t = powf(random.unit(), 1.25)
            let place = Point(random.within(-2...54), t * (View.horizon - 0.6))
            let length = random.within(1.2...5.5)
            let bow = random.within(-0.14...0.14)
            let tone = mix(172, 60, t) * random.within(0.75...1.1)
            let spine = curve([place, place + Point(length * 0.5, bow), place + Point(length, 0)])
            let paint = Paint(tone, opacity: random.within(0.18...0.42), texture: .streaks, grain: 20, load: random.within(0.35...0.75))
            stroke(spine, random.within(0.10...0.34), paint)
        }
        paintSunGlow()
        for _ in 0..<14 {
            let place = Point(random.within(2...33), random.within(6.5...13))
            draw(at: place, scale: random.within(0.10...0.26), turned: random.within(-0.3...0.3)) { $0.paintGull() }
        }
    }

    private mutating func paintSunGlow() {
        for i in 0..<5 {
            let radius = 5.4 - 0.55 * Float(i)
            fill(circle(View.sun, radius), Paint(mix(70, 8, Float(i) / 4), opacity: 0.34, texture: .streaks, grain: 14, load: 0.8))
        }
        for i in 0..<90 {
            let angle = Float(i) * 2 * .pi / 90
            let from = random.within(3.6...3.9)
            let to = random.within(4.5...6.4)
            stroke(
                [View.sun + Point(angle: angle, radius: from), View.sun + Point(angle: angle, radius: to)], 0.05, .ochre(150),
                ends: .trailing)
        }
    }

    private mutating func paintGull() {
        for side: Float in [-1, 1] {
            stroke(
                curve([Point(0, 0), Point(0.45 * side, -0.34), Point(1.0 * side, -0.18), Point(1.45 * side, 0.05)]), 0.17, .line(205),
                ends: .trailing)
        }
        stroke([Point(-0.12, 0.10), Point(0.14, -0.06)], 0.2, .line(205))
    }

    mutating func paintClouds() {
        let clouds: [(x: Float, y: Float, width: Float, height: Float)] = [
            (6.2, 5.2, 9.0, 2.9), (27.5, 4.6, 8.6, 2.8), (12.2, 10.6, 6.0, 1.6), (25.8, 10.4, 6.4, 1.7), (47.6, 3.6, 8.0, 2.6),
            (37.4, 3.4, 4.6, 1.3),
            (2.5, 12.6, 6.0, 1.2), (20.0, 12.9, 4.4, 0.8),
        ]
        for cloud in clouds {
            draw(at: Point(cloud.x, cloud.y)) { $0.paintCloud(width: cloud.width, height: cloud.height) }
        }
    }

    /// A heap of round lobes on a flat base about the origin, the hindmost first.
    private mutating func paintCloud(width: Float, height: Float) {
        let half = width / 2
        within(Point(-half * 1.2, -height * 2), Point(half * 1.2, height * 0.05)) { painter in
            for lobe in painter.lobes(half: half, height: height) { painter.paintLobe(lobe.centre, lobe.radius) }
        }
        // Soft strokes close the base from end to end.
        let count = Int(width * 5)
        for i in 0..<count {
            let x = mix(-half, half, (Float(i) + random.unit()) / Float(count)) * 1.02
            let y = random.within(-0.06...0.13) * height
            let length = random.within(0.8...2.6)
            let spine = curve([Point(x - length / 2, y), Point(x, y + random.within(-0.05...0.09)), Point(x + length / 2, y)])
            let isLight = i % 5 < 3
            let paint =
                isLight
                ? Paint(4, opacity: 0.8, texture: .streaks, load: 0.72) : .shade(random.within(60...110), .streaks, opacity: 0.6, load: 0.6)
            stroke(spine, random.within(0.08...0.26), paint)
        }
    }

    /// Rows of lobes, each row lower and broader than the one behind it, close enough to hang together.
    private mutating func lobes(half: Float, height: Float) -> [(centre: Point, radius: Float)] {
        var result: [(centre: Point, radius: Float)] = []
        for row in 0..<3 {
            let reach = half * (0.55 + 0.22 * Float(row))
            let crest = height * (0.74 - 0.27 * Float(row))
            var x = -reach
            while x < reach {
                let swell = 1 - powf(x / (reach * 1.04), 2)
                let radius = height * (0.15 + 0.17 * swell) * random.within(0.65...1.3)
                result.append((Point(x, -crest * swell.squareRoot() * random.within(0.7...1.12)), radius))
                x += radius * random.within(0.9...1.25)
            }
        }
        return result
    }

    private mutating func paintLobe(_ centre: Point, _ radius: Float) {
        fill(circle(centre, radius), Paint(2, grain: 3))
        // Crescents of shadow on the right, each thinner and darker than the one before.
        for (depth, tone) in [(0.70, 44), (0.46, 76), (0.24, 112)] as [(Float, Float)] {
            let outer = arc(centre, radius, from: -1.15, to: 1.95)
            let inner = arc(centre + Point(-0.60, -0.34) * (radius * depth), radius * 0.98, from: 1.9, to: -1.1)
            fill(outer + inner, .shade(tone, .hatchRising, opacity: 0.6, load: 0.8))
        }
        let turn = random.within(-0.2...0.2)
        stroke(arc(centre, radius, from: 2.7 + turn, to: 6.1 + turn), 0.045 + 0.03 * radius, .line(150))
        stroke(arc(centre, radius * 0.80, from: 3.6 + turn, to: 4.7 + turn), 0.035, .line(105))
    }
}
