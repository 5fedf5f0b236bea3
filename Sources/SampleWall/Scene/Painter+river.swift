// The river: a wash that deepens towards us, and waves that grow with nearness.
import Glibc

extension Painter {
    mutating func paintRiver() {
        let top = View.horizon + 0.03
        fill(Curve.rectangle(-0.5, top, View.size.x + 1, View.size.y - top + 1), Paint(34, below: 112, texture: .streaks, grain: 26))
        for _ in 0..<420 {
            let depth = random.unit()
            let place = Point(random.within(-3...53), riverRow(depth))
            let length = mix(1.5, 6, depth) * random.within(0.6...1.2)
            let paint = Paint(mix(70, 165, depth), opacity: 0.30, texture: .streaks, grain: 24, load: random.within(0.4...0.7))
            stroke([place, place + Point(length, random.within(-0.05...0.05))], mix(0.06, 0.42, depth), paint)
        }
        for i in 0..<3600 {
            let depth = random.unit()
            paintWave(at: Point(random.within(-1...52), riverRow(depth)), depth: depth, light: i % 5 < 2)
        }
        paintGlitter()
    }

    /// Rows crowd together towards the horizon; depth runs from 0 there to 1 at the lower border.
    private func riverRow(_ depth: Float) -> Float {
        View.horizon + 0.08 + (View.size.y - View.horizon) * powf(depth, 1.55)
    }

    private mutating func paintWave(at place: Point, depth: Float, light: Bool) {
        let humps = random.integer(1..<4)
        let pitch = mix(0.13, 0.62, depth) * random.within(0.8...1.25)
        let rise = pitch * random.within(0.10...0.20)
        var spine: [Point] = []
        for hump in 0...humps * 2 {
            spine.append(place + Point(Float(hump) * pitch * 0.5, hump % 2 == 0 ? 0 : -rise))
        }
        let width = mix(0.018, 0.085, depth) * random.within(0.7...1.3)
        let tone = light ? random.within(0...14) : mix(120, 205, depth) * random.within(0.85...1.08)
        stroke(curve(spine), width, Paint(tone, opacity: light ? 0.85 : 0.8, texture: .streaks, grain: 24, load: 0.88))
    }

    /// The sun's road on the water.
    private mutating func paintGlitter() {
        for _ in 0..<230 {
            let depth = powf(random.unit(), 1.3)
            let spread = mix(0.7, 3.2, depth)
            let x = View.sun.x + random.within(-1...1) * spread
            let length = mix(0.16, 0.8, depth) * random.within(0.5...1.3)
            let y = riverRow(depth * 0.62)
            let paint = random.chance(0.55) ? Paint(2, opacity: 0.9) : Paint.ochre(random.within(110...180))
            stroke([Point(x - length / 2, y), Point(x + length / 2, y + 0.02)], mix(0.03, 0.09, depth), paint)
        }
    }

    /// The reflection of a dark object in the water below it. The object stands at the origin and is `width` wide and `height` high.
    mutating func paintReflection(width: Float, height: Float, tone: Float = 200) {
        for i in 0..<Int(14 + height * 10) {
            let t = Float(i) / Float(Int(14 + height * 10))
            let half = width * 0.5 * (1 - 0.55 * t) * random.within(0.5...1)
            let x = random.within(-0.14...0.14) * width
            let y = t * height
            let ripple = 0.03 * min(width, 4)
            let spine = curve([
                Point(x - half, y), Point(x - half * 0.3, y + ripple), Point(x + half * 0.3, y - ripple), Point(x + half, y),
            ])
            stroke(
                spine, height * 0.05 * random.within(0.5...1.1),
                .shade(tone * (1 - 0.35 * t), .streaks, opacity: 0.75 - 0.4 * t, load: 0.72))
        }
    }
}
