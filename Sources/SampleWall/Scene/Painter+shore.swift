// The far shore: three ranges of hills, paler the further off, with windmills and a village.
import Glibc

extension Painter {
    mutating func paintFarShore() {
        paintRange(height: 2.5, base: 0.15, pitch: 0.16, tone: 46, seed: 3)
        paintRange(height: 1.7, base: 0.12, pitch: 0.25, tone: 74, seed: 17)
        for (x, size) in [(3.2, 0.34), (5.0, 0.28), (14.6, 0.30), (19.2, 0.24)] as [(Float, Float)] {
            draw(at: Point(x, ridge(x, height: 1.7, pitch: 0.25, seed: 17) - size * 0.6), scale: size) { $0.paintWindmill() }
        }
        paintRange(height: 0.8, base: 0.1, pitch: 0.45, tone: 112, seed: 31)
        for _ in 0..<46 {
            let x = random.within(0...24)
            let size = random.within(0.14...0.26)
            draw(at: Point(x, View.horizon - random.within(0.06...0.5)), scale: size) { $0.paintCottage() }
        }
        for _ in 0..<150 {
            let place = Point(random.within(-0.3...25), View.horizon - random.within(0.02...0.42))
            fill(
                ellipse(place, random.within(0.05...0.13), random.within(0.05...0.11)),
                Paint(random.within(110...175), texture: .mottle, grain: 30))
        }
        stroke([Point(-1, View.horizon), Point(26, View.horizon)], 0.06, .line(180), ends: .blunt)
    }

    private func ridge(_ x: Float, height: Float, pitch: Float, seed: Float) -> Float {
        let swell = sinf(x * pitch + seed) + 0.5 * sinf(x * pitch * 2.3 + seed * 2) + 0.16 * sinf(x * pitch * 7.1 + seed)
        return View.horizon - height * (0.62 + 0.3 * swell)
    }

    private mutating func paintRange(height: Float, base: Float, pitch: Float, tone: Float, seed: Float) {
        let crest = (0...140).map { i in
            let x = -0.5 + 0.2 * Float(i)
            return Point(x, ridge(x, height: height, pitch: pitch, seed: seed))
        }
        let foot = [Point(27.5, View.horizon + base), Point(-0.5, View.horizon + base)]
        fill(crest + foot, Paint(tone, below: tone * 0.35, texture: .mottle, grain: 22))
        // Hatching on the slopes that look away from the sun.
        for i in stride(from: 2, to: 138, by: 2) where crest[i + 2].y > crest[i].y {
            let length = random.within(0.3...0.75) * height
            let start = crest[i] + Point(0, random.within(0.03...0.3) * height)
            stroke(
                curve([start, start + Point(length * 0.45, length * 0.35), start + Point(length * 0.8, length * 0.5)]), 0.07,
                .shade(tone + 60, .streaks, opacity: 0.6))
        }
        stroke(crest, 0.035, .line(min(tone + 70, 200)), ends: .blunt)
    }

    private mutating func paintCottage() {
        fill(Curve.rectangle(-0.5, -0.6, 1, 0.6), .white, line: 0.06, .line(170))
        fill(
            [Point(-0.62, -0.58), Point(-0.3, -1.0), Point(0.3, -1.0), Point(0.62, -0.58)],
            random.chance(0.4) ? .ochre(130, cobalt: 40) : Paint(120), line: 0.06, .line(170))
        fill(Curve.rectangle(-0.12, -0.34, 0.22, 0.34), .line(180))
    }
}
