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
            stroke([View.sun + Point(angle: angle, radius: from), View.sun + Point(angle: angle, radius: to)], 0.05, .ochre(150), ends: .trailing)
        }
    }

    private mutating func paintGull() {
        for side: Float in [-1, 1] {
            stroke(curve([Point(0, 0), Point(0.45 * side, -0.34), Point(1.0 * side, -0.18), Point(1.45 * side, 0.05)]), 0.17, .line(205), ends: .trailing)
        }
        stroke([Point(-0.12, 0.10), Point(0.14, -0.06)], 0.2, .line(205))
    }

    mutating func paintClouds() {
        let clouds: [(x: Float, y: Float, width: Float, height: Float)] = [
            (6.2, 5.2, 9.0, 2.9), (27.5, 4.6, 8.6, 2.8), (12.2, 10.6, 6.0, 1.6), (25.8, 10.4, 6.4, 1.7), (47.6, 3.6, 8.0, 2.6), (37.4, 3.4, 4.6, 1.3),
            (2.5, 12.6, 6.0, 1.2), (20.0, 12.9, 4.4, 0.8),
        ]
        for cloud in clouds {
            draw(at: Point(cloud.x, cloud.y)) { $0.paintCloud(width: cloud.width, height: cloud.height) }
        }
    }

    /// A heap of round lobes on a flat base about the origin, the hindmost first.
    private mutating func paintCloud(width: Float, height: Float) {
        let half = width / 2
        var lobes: [(centre: Point, radius: Float)] = []
        for i in 0..<Int(9 + width * 2.2) {
            let t = random.within(-1...1)
            let swell = 1 - t * t
            let rise = i % 3 == 0 ? swell : swell * random.unit()
            let radius = height * (0.16 + 0.22 * swell) * random.within(0.75...1.15)
            lobes.append((Point(t * (half - radius * 0.5), -rise * height * 0.72 - radius * 0.35), radius))
        }
        lobes.sort { $0.centre.y < $1.centre.y }
        for lobe in lobes { paintLobe(lobe.centre, lobe.radius) }
        // Soft strokes close the base.
        for _ in 0..<Int(width * 3.2) {
            let x = random.within(-half * 0.96...half * 0.86)
            let y = random.within(-0.10...0.20) * height
            let length = random.within(0.8...2.6)
            let spine = curve([Point(x - length / 2, y), Point(x, y + random.within(-0.05...0.09)), Point(x + length / 2, y)])
            stroke(spine, random.within(0.08...0.22), .shade(random.within(40...105), .streaks, opacity: 0.55, load: 0.6))
        }
    }

    private mutating func paintLobe(_ centre: Point, _ radius: Float) {
        fill(circle(centre, radius), Paint(2, grain: 3))
        // Crescents of shadow from the lower right, each thinner and darker than the one before.
        for (depth, tone) in [(0.62, 34), (0.40, 58), (0.22, 88)] as [(Float, Float)] {
            let outer = arc(centre, radius, from: -0.55, to: 2.5)
            let inner = arc(centre + Point(-0.42, -0.62) * (radius * depth), radius * 0.98, from: 2.42, to: -0.5)
            fill(outer + inner, .shade(tone, .hatchRising, opacity: 0.5, load: 0.78))
        }
        let turn = random.within(-0.2...0.2)
        stroke(arc(centre, radius, from: 2.7 + turn, to: 6.1 + turn), 0.045 + 0.03 * radius, .line(150))
        stroke(arc(centre, radius * 0.80, from: 3.6 + turn, to: 4.7 + turn), 0.035, .line(105))
    }
}
