// The near bank: a stone pine that frames the view on the left, agaves, rocks and reeds.
import Glibc

extension Painter {
    mutating func paintForeground() {
        let edge = curve([
            Point(-1, 24.4), Point(1.6, 24.6), Point(3.4, 25.1), Point(5.4, 26.9), Point(7.0, 27.3), Point(8.2, 28.9), Point(10.2, 29.5),
            Point(11.4, 31.0),
            Point(14.5, 32.8),
        ])
        fill(edge + [Point(-1, 33)], Paint(96, below: 205, texture: .hatchFalling, grain: 46), line: 0.08)
        draw(at: Point(3.1, 26.6)) { $0.paintStonePine() }
        for (x, y, size) in [(2.5, 27.5, 0.9), (3.3, 27.7, 0.8), (3.9, 27.5, 0.7)] as [(Float, Float, Float)] {
            draw(at: Point(x, y), scale: size) { $0.paintBush() }
        }
        paintTurf(edge)
        for (x, y, size) in [(6.2, 29.2, 1.5), (9.2, 30.9, 1.2), (2.6, 29.6, 1.1)] as [(Float, Float, Float)] {
            draw(at: Point(x, y), scale: size) { $0.paintRock() }
        }
        draw(at: Point(9.1, 30.0)) { $0.paintAngler() }
        for (x, y, size) in [(1.1, 31.4, 2.7), (7.4, 32.2, 1.8), (4.4, 32.2, 2.0)] as [(Float, Float, Float)] {
            draw(at: Point(x, y), scale: size) { $0.paintAgave() }
        }
        for _ in 0..<110 {
            let place = edge[random.integer(0..<edge.count)] + Point(random.within(-0.2...0.2), random.within(0...0.5))
            draw(at: place, scale: random.within(0.35...0.85)) { $0.paintReed() }
        }
    }

    /// Tufts and slopes: strokes that follow the ground, lighter towards its edge.
    private mutating func paintTurf(_ edge: [Point]) {
        for _ in 0..<620 {
            let depth = powf(random.unit(), 1.4)
            let root = edge[random.integer(0..<edge.count)] + Point(-2.4 * depth * random.unit(), 0.15 + 6 * depth)
            let tone = random.chance(0.4) ? random.within(20...90) : random.within(150...235)
            let length = random.within(0.2...0.7)
            let spine = curve([root, root + Point(length * 0.5, -0.12 * random.unit()), root + Point(length, 0.28 * length)])
            stroke(spine, random.within(0.03...0.08), .shade(tone, .streaks, opacity: 0.75, load: 0.85))
        }
        for _ in 0..<90 {
            let root = edge[random.integer(0..<edge.count)] + Point(-1.5 * random.unit(), random.within(0.3...4.5))
            for _ in 0..<4 {
                stroke(
                    curve([root, root + Point(random.within(-0.06...0.06), -0.14), root + Point(random.within(-0.16...0.16), -0.3)]), 0.03,
                    Paint(30), ends: .trailing)
            }
            fill(circle(root + Point(random.within(-0.1...0.1), -0.3), 0.05), random.chance(0.5) ? .ochre(215) : .white)
        }
    }

    /// A pine with a flat crown, about thirteen units high, standing on the origin.
    private mutating func paintStonePine() {
        let trunk = curve([Point(0, 0.6), Point(-0.35, -3), Point(0.25, -6.5), Point(-0.2, -9.6)])
        let branches = [
            (Point(0.1, -6.6), Point(-3.2, -10.6)), (Point(0, -7.6), Point(3.0, -10.9)), (Point(-0.2, -9.0), Point(-1.2, -11.6)),
            (Point(0.2, -5.8), Point(4.3, -9.9)), (Point(-0.2, -9.2), Point(0.9, -11.8)),
        ]
        for (from, tip) in branches {
            let limb = curve([from, from.mixed(with: tip, 0.5) + Point(0, 0.45), tip])
            fill(Curve.ribbon(limb) { t in 0.20 - 0.12 * t }, Paint(175, texture: .mottle, grain: 40), line: 0.05)
        }
        fill(
            Curve.ribbon(trunk) { t in 0.58 - 0.30 * t + 3 * max(0, 0.1 - t) }, Paint(150, below: 195, texture: .upright, grain: 50),
            line: 0.07)
        for i in 0..<150 {
            let place = trunk[random.integer(0..<trunk.count)] + Point(random.within(-0.42...0.38), random.within(-0.2...0.2))
            stroke(curve([place, place + Point(0.10, -0.18), place + Point(0.04, -0.4)]), 0.05, i % 3 == 0 ? Paint(40) : .line)
        }
        // Cushions side by side, so that no gap opens, and again in front of them, lower.
        for row in 0..<3 {
            for i in 0..<13 {
                let t = -1 + 2 * (Float(i) + random.unit()) / 13
                let crest = 2.3 * (1 - t * t) * (1 - 0.42 * Float(row))
                draw(at: Point(0.4 + t * 4.9, -10.1 - crest + random.within(-0.2...0.2)), scale: random.within(0.85...1.3)) {
                    $0.paintNeedlePad()
                }
            }
        }
    }

    /// A flat cushion of needles, two units wide, lit from the upper left.
    private mutating func paintNeedlePad() {
        let pad = closed([
            Point(-1, 0.1), Point(-0.7, -0.35), Point(0, -0.5), Point(0.7, -0.36), Point(1.0, 0.1), Point(0.4, 0.3), Point(-0.4, 0.3),
        ])
        fill(pad, Paint(92, below: 205, texture: .mottle, grain: 44))
        for i in 0..<78 {
            let root = Point(random.within(-0.95...0.95), random.within(-0.42...0.30))
            let angle = -.pi / 2 + root.x * 0.9 + random.within(-0.5...0.5)
            let isLit = root.y + 0.3 * root.x < 0
            let tone: Float = isLit ? random.within(20...110) : random.within(150...235)
            let length = random.within(0.16...0.32)
            let bend = Point(angle: angle + 0.5, radius: length * 0.4)
            stroke(
                curve([root, root + bend, root + Point(angle: angle, radius: length)]), i % 4 == 0 ? 0.05 : 0.034, Paint(tone, grain: 20),
                ends: .trailing)
        }
    }

    /// A boulder about two units wide, its foot at the origin.
    private mutating func paintRock() {
        let rock = [
            Point(-1, 0.1), Point(-0.86, -0.42), Point(-0.45, -0.78), Point(0.12, -0.86), Point(0.66, -0.52), Point(1.0, 0.08),
            Point(0.2, 0.22),
        ]
        fill(rock, Paint(30, below: 120, texture: .mottle, grain: 36), line: 0.045)
        fill(
            [Point(0.12, -0.86), Point(0.66, -0.52), Point(1.0, 0.08), Point(0.2, 0.22), Point(0.3, -0.3)],
            .shade(175, .hatchRising, opacity: 0.8, load: 0.75))
        for crack in [
            [Point(-0.45, -0.78), Point(-0.3, -0.4), Point(-0.5, -0.1)], [Point(0.12, -0.86), Point(0.3, -0.3), Point(0.2, 0.22)],
        ] {
            stroke(curve(crack), 0.035, .line(205))
        }
    }

    /// A man who fishes from a rock, sitting on the origin, his line in the water to the right.
    private mutating func paintAngler() {
        draw(at: Point(0, 0.12), scale: 1.25) { $0.paintPerson() }
        let rod = curve([Point(0.18, -0.55), Point(1.3, -1.35), Point(2.6, -1.7)])
        stroke(rod, 0.05, .line, ends: .trailing)
        stroke(curve([Point(2.6, -1.7), Point(2.72, -0.4), Point(2.8, 0.75)]), 0.022, .line(215), ends: .blunt)
        fill(circle(Point(2.8, 0.78), 0.06), .ochre(225), line: 0.02)
        outline(ellipse(Point(2.8, 0.84), 0.22, 0.05), 0.02, Paint(4))
        draw(at: Point(-0.75, 0.02), scale: 0.32) { $0.paintCat() }
    }

    /// A rosette of thick pointed leaves on the origin, one unit high.
    private mutating func paintAgave() {
        for i in [0, 8, 1, 7, 2, 6, 3, 5, 4] {
            let spread = (Float(i) - 4) / 4
            let tip = Point(spread * 1.05, -0.95 + 0.62 * spread * spread)
            let spine = curve([Point(spread * 0.12, 0), Point(spread * 0.42, -0.42), tip])
            let leaf = Curve.ribbon(spine) { t in 0.10 * (1 - t) * (0.75 + 1.6 * t) + 0.002 }
            fill(leaf, Paint(70, below: 170, texture: .upright, grain: 34), line: 0.020)
            fill(
                Curve.ribbon(spine.map { $0 + Point(0.03, 0.01) }) { t in 0.035 * (1 - t) },
                .shade(200, .hatchRising, opacity: 0.7, load: 0.7))
            for k in 2..<8 {
                let place = spine[k * (spine.count - 1) / 9]
                stroke([place + Point(-0.07, 0), place + Point(-0.10, -0.03)], 0.014)
            }
        }
    }

    private mutating func paintReed() {
        let lean = random.within(-0.5...0.5)
        stroke(
            curve([Point(0, 0), Point(lean * 0.3, -0.6), Point(lean, -1.2)]), 0.055, random.chance(0.3) ? Paint(70) : .line(225),
            ends: .trailing)
        guard random.chance(0.18) else { return }
        fill(ellipse(Point(lean, -1.2), 0.05, 0.16), .ochre(190, cobalt: 40), line: 0.02)
    }
}
