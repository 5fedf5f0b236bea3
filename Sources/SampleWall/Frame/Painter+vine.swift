// The third ring: a vine that swings from tile to tile, with acanthus leaves and a flower or a fruit in every bend.
import Glibc

extension Painter {
    /// Tiles of even and odd index bend opposite ways, and the stem meets at mid-height between them.
    mutating func paintVine(_ index: Int) {
        let bend: Float = index % 2 == 0 ? 1 : -1
        paintVineGround()
        let stem = (0...24).map { i in
            let x = -0.53 + 1.06 * Float(i) / 24
            return Point(x, -0.24 * bend * cosf(.pi * x))
        }
        // The tendril leaves the stem and curls into the bend.
        let eye = Point(0.02, 0.11 * bend)
        let curl = spiral(eye, outer: 0.31, inner: 0.10, from: -2.6 * bend, turns: 0.95 * bend)
        paintLeaves(along: stem, from: 2, side: -bend, sizes: [0.24, 0.30, 0.33, 0.30, 0.25])
        paintLeaves(along: curl, from: 2, side: -bend, sizes: [0.20, 0.26, 0.24, 0.22, 0.2])
        stroke(curl, 0.058, .line(215), ends: .trailing)
        stroke(curl, 0.030, Paint(6), ends: .trailing)
        stroke(stem, 0.075, .line(218), ends: .blunt)
        stroke(stem, 0.042, Paint(6), ends: .blunt)
        draw(at: eye) { painter in
            if index % 4 < 2 { painter.paintBlossom(0.16) } else { painter.paintFruit(0.13, bend: bend) }
        }
        paintVineBorders()
    }

    mutating func paintVineCorner() {
        paintVineGround()
        around(4, from: .pi / 4) { painter, _ in
            painter.draw(at: Point(0.14, 0)) { $0.paintLeaf(0.42, curl: 1) }
            painter.draw(at: Point(0.14, 0)) { $0.paintLeaf(0.42, curl: -1) }
        }
        paintBlossom(0.21)
        paintVineBorders()
    }

    private mutating func paintVineGround() {
        ground(Paint(138, texture: .streaks, grain: 26))
    }

    private mutating func paintVineBorders() {
        for side: Float in [-1, 1] {
            stroke([Point(-0.51, 0.452 * side), Point(0.51, 0.452 * side)], 0.07, Paint(8), ends: .blunt)
            stroke([Point(-0.51, 0.452 * side), Point(0.51, 0.452 * side)], 0.016, .line(215), ends: .blunt)
        }
    }

    private mutating func paintLeaves(along spine: [Point], from start: Int, side: Float, sizes: [Float]) {
        for (i, size) in sizes.enumerated() {
            let place = min(start + i * (spine.count - 2 * start) / sizes.count, spine.count - 2)
            let along = spine[place + 1] - spine[place]
            let angle = atan2f(along.y, along.x)
            draw(at: spine[place], turned: angle + 0.75 * side) { $0.paintLeaf(size, curl: side) }
        }
    }

    /// An acanthus leaf from the origin to the right, its lobes on the side that `curl` gives; `tone` is the cobalt of its body.
    mutating func paintLeaf(_ length: Float, curl: Float, tone: Float = 6) {
        let spine = curve([
            Point(0, 0), Point(0.35 * length, -0.05 * length * curl), Point(0.72 * length, 0.02 * length * curl),
            Point(length, 0.24 * length * curl),
        ])
        for i in 0..<4 {
            let t = 0.12 + 0.22 * Float(i)
            let place = spine[Int(t * Float(spine.count - 1))]
            let size = length * (0.42 - 0.07 * Float(i))
            draw(at: place, turned: (0.85 - 0.1 * Float(i)) * curl) { painter in
                painter.fill(
                    painter.petal(size, size * 0.55, belly: 0.6), Paint(tone + 54, below: tone + 14, grain: 22), line: 0.028 * length)
                painter.stroke([Point(0, 0), Point(size * 0.8, 0)], 0.02 * length, .line(150), ends: .trailing)
            }
        }
        let body = Curve.ribbon(spine) { t in length * (0.13 * (1 - t * t) * min(1, 0.35 + 4 * t) + 0.012) }
        fill(body, Paint(tone, below: tone + 34, texture: .hatchRising, grain: 24), line: 0.03 * length)
        stroke(spine, 0.036 * length, .line(200), ends: .trailing)
    }

    /// A flower of five petals with a yellow heart.
    mutating func paintBlossom(_ radius: Float) {
        around(5, from: random.unit()) { painter, _ in
            painter.draw(at: Point(radius * 0.28, 0)) { painter in
                painter.fill(painter.petal(radius * 0.85, radius * 0.86, belly: 0.68), .white, line: radius * 0.075)
                painter.stroke([Point(radius * 0.15, 0), Point(radius * 0.6, 0)], radius * 0.3, .shade(95, .mottle, opacity: 0.7))
                painter.stroke([Point(radius * 0.1, 0), Point(radius * 0.55, radius * 0.02)], radius * 0.06)
            }
        }
        boss(Point(0, 0), radius * 0.36, .ochre(220, cobalt: 4), line: radius * 0.09)
    }

    /// A pomegranate, split to show its seeds.
    mutating func paintFruit(_ radius: Float, bend: Float) {
        let outwards: Float = bend > 0 ? -2.07 : 1.07
        draw(at: Point(0, 0), turned: outwards) { painter in
            for tip: Float in [-0.5, 0, 0.5] {
                painter.draw(at: Point(radius * 0.8, 0), turned: tip) { painter in
                    painter.fill(painter.petal(radius * 0.6, radius * 0.3), Paint(90), line: radius * 0.06)
                }
            }
        }
        fill(circle(Point(0, 0), radius), .ochre(165, cobalt: 0, below: 60), line: radius * 0.1)
        fill(ellipse(Point(0, radius * 0.1), radius * 0.42, radius * 0.66), Paint(150, grain: 30), line: radius * 0.06)
        for i in 0..<9 {
            let seed = Point(radius * (Float(i % 3) - 1) * 0.24, radius * (0.1 + (Float(i / 3) - 1) * 0.36))
            fill(ellipse(seed, radius * 0.10, radius * 0.14), Paint(6))
        }
    }
}
