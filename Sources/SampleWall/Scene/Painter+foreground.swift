// The near bank: a stone pine that frames the view on the left, agaves, rocks and reeds.
import Glibc

extension Painter {
    mutating func paintForeground() {
        let bank = curve([Point(-1, 24.6), Point(2.4, 25.0), Point(5.2, 26.6), Point(8.4, 28.2), Point(11.6, 30.4), Point(15.5, 32.6)])
        fill(bank + [Point(-1, 33)], Paint(150, below: 215, texture: .hatchFalling, grain: 46), line: 0.07)
        for _ in 0..<260 {
            let x = random.within(-0.4...13)
            let y = 24.9 + 0.5 * x + random.within(0...6)
            stroke(curve([Point(x, y), Point(x + 0.25, y - 0.10), Point(x + random.within(0.4...0.9), y + 0.05)]), 0.07, .shade(random.within(40...230), .streaks, opacity: 0.6))
        }
        draw(at: Point(3.4, 26.6)) { $0.paintStonePine() }
        for (x, y, size) in [(1.2, 30.6, 2.6), (7.2, 30.9, 2.0), (10.6, 31.9, 1.3), (4.4, 31.8, 1.6)] as [(Float, Float, Float)] {
            draw(at: Point(x, y), scale: size) { $0.paintAgave() }
        }
        for _ in 0..<90 {
            let x = random.within(0...13)
            draw(at: Point(x, 25.6 + 0.52 * x + random.within(0...0.5)), scale: random.within(0.4...0.9)) { $0.paintReed() }
        }
    }

    /// A pine with a flat crown, about fifteen units high, standing on the origin.
    private mutating func paintStonePine() {
        let trunk = curve([Point(0, 0.6), Point(-0.35, -3), Point(0.25, -6.5), Point(-0.2, -9.6)])
        fill(Curve.ribbon(trunk) { t in 0.62 - 0.36 * t + 0.5 * max(0, 0.1 - t) * 6 }, Paint(185, below: 205, texture: .upright, grain: 44), line: 0.07)
        for i in 0..<90 {
            let place = trunk[min(Int(random.unit() * Float(trunk.count - 1)), trunk.count - 1)] + Point(random.within(-0.4...0.35), random.within(-0.1...0.1))
            stroke(curve([place, place + Point(0.10, -0.18), place + Point(0.04, -0.4)]), 0.05, i % 3 == 0 ? Paint(60) : .line)
        }
        for (from, tip) in [(Point(0.1, -7.2), Point(-3.4, -11)), (Point(0, -8.2), Point(3.2, -11.4)), (Point(-0.2, -9.2), Point(-0.9, -12.2)), (Point(0.2, -6.4), Point(3.8, -9.8))] {
            stroke(curve([from, from.mixed(with: tip, 0.5) + Point(0, 0.5), tip]), 0.34, .line(210), ends: .trailing)
        }
        var pads: [(Point, Float)] = []
        for _ in 0..<30 {
            let t = random.within(-1...1)
            pads.append((Point(t * 4.9, -11.2 - 2.0 * (1 - t * t) * random.within(0.2...1) + random.within(0...1.0)), random.within(0.7...1.35)))
        }
        pads.sort { $0.0.y > $1.0.y }
        for pad in pads { draw(at: pad.0, scale: pad.1) { $0.paintNeedlePad() } }
    }

    /// A flat cushion of needles, two units wide.
    private mutating func paintNeedlePad() {
        fill(closed([Point(-1, 0.1), Point(-0.7, -0.35), Point(0, -0.5), Point(0.7, -0.36), Point(1.0, 0.1), Point(0.4, 0.3), Point(-0.4, 0.3)]), Paint(150, below: 222, texture: .mottle, grain: 44))
        for i in 0..<64 {
            let root = Point(random.within(-0.95...0.95), random.within(-0.42...0.30))
            let angle = -.pi / 2 + root.x * 0.9 + random.within(-0.5...0.5)
            let isLit = root.y < -0.05 && root.x < 0.4
            let tone: Float = isLit ? random.within(30...120) : random.within(150...235)
            let length = random.within(0.16...0.30)
            let bend = Point(angle: angle + 0.5, radius: length * 0.4)
            stroke(curve([root, root + bend, root + Point(angle: angle, radius: length)]), i % 4 == 0 ? 0.05 : 0.034, Paint(tone, grain: 20), ends: .trailing)
        }
    }

    /// A rosette of thick pointed leaves on the origin, one unit high.
    private mutating func paintAgave() {
        for i in [0, 8, 1, 7, 2, 6, 3, 5, 4] {
            let spread = (Float(i) - 4) / 4
            let tip = Point(spread * 1.05, -0.95 + 0.62 * spread * spread)
            let spine = curve([Point(spread * 0.12, 0), Point(spread * 0.42, -0.42), tip])
            let leaf = Curve.ribbon(spine) { t in 0.10 * (1 - t) * (0.75 + 1.6 * t) + 0.002 }
            fill(leaf, Paint(70, below: 170, texture: .upright, grain: 34), line: 0.020)
            fill(Curve.ribbon(spine.map { $0 + Point(0.03, 0.01) }) { t in 0.035 * (1 - t) }, .shade(200, .hatchRising, opacity: 0.7, load: 0.7))
            for k in 2..<8 {
                let place = spine[k * (spine.count - 1) / 9]
                stroke([place + Point(-0.07, 0), place + Point(-0.10, -0.03)], 0.014)
            }
        }
    }

    private mutating func paintReed() {
        let lean = random.within(-0.5...0.5)
        stroke(curve([Point(0, 0), Point(lean * 0.3, -0.6), Point(lean, -1.2)]), 0.055, random.chance(0.3) ? Paint(70) : .line(225), ends: .trailing)
        guard random.chance(0.18) else { return }
        fill(ellipse(Point(lean, -1.2), 0.05, 0.16), .ochre(190, cobalt: 40), line: 0.02)
    }
}
