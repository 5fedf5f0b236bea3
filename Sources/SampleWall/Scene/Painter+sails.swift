// Sails, filled by a wind from the left, and pennants.
import Glibc

extension Painter {
    /// A square sail hung from a yard whose middle is at `yard`; the belly swells to the right.
    mutating func paintSquareSail(_ yard: Point, width: Float, height: Float, cross: Bool) {
        draw(at: yard, scale: width) { painter in
            let h = height / width
            let left = painter.curve([Point(-0.5, 0), Point(-0.42, h * 0.35), Point(-0.43, h * 0.7), Point(-0.56, h)])
            let foot = painter.curve([Point(-0.56, h), Point(-0.25, h * 0.87), Point(0.15, h * 0.84), Point(0.58, h * 0.97)])
            let right = painter.curve([Point(0.58, h * 0.97), Point(0.72, h * 0.62), Point(0.66, h * 0.28), Point(0.5, 0)])
            painter.fill(left + foot + right, Paint(2, below: 20, texture: .upright, grain: 14))
            painter.fill(
                left + [Point(-0.34, h * 0.9), Point(-0.22, h * 0.6), Point(-0.26, h * 0.25)],
                .shade(70, .upright, opacity: 0.6, load: 0.75))
            let shadow = painter.curve([Point(0.58, h * 0.97), Point(0.50, h * 0.70), Point(0.44, h * 0.35), Point(0.40, 0)])
            painter.fill(right + shadow.reversed(), .shade(95, .hatchRising, opacity: 0.7, load: 0.7))
            painter.fill(
                foot + [Point(0.5, h * 0.80), Point(0, h * 0.70), Point(-0.5, h * 0.86)], .shade(60, .streaks, opacity: 0.6, load: 0.7))
            for i in 1..<7 {
                let t = Float(i) / 7
                let seam = painter.curve([
                    Point(mix(-0.5, 0.5, t), 0), Point(mix(-0.42, 0.68, t), h * 0.4), Point(mix(-0.52, 0.56, t), h * 0.9),
                ])
                painter.stroke(seam, 0.010, .line(95), ends: .blunt)
            }
            if cross { painter.draw(at: Point(0.10, h * 0.44), scale: min(0.34, h * 0.34)) { $0.paintCrossOfChrist() } }
            painter.outline(left + foot + right, 0.026, .line(210))
            for i in 0..<9 {
                let x = -0.46 + 0.115 * Float(i)
                painter.stroke([Point(x, 0.05), Point(x + 0.02, 0.12)], 0.012, .line(150))
            }
            painter.stroke([Point(-0.58, -0.005), Point(0, -0.02), Point(0.58, -0.005)], 0.06, .line(210))
        }
    }

    /// The flared cross with a white one inside.
    private mutating func paintCrossOfChrist() {
        around(4) { painter, _ in
            painter.fill(
                [Point(0, -0.12), Point(0.62, -0.15), Point(0.98, -0.40), Point(0.98, 0.40), Point(0.62, 0.15), Point(0, 0.12)],
                .ochre(225, cobalt: 24, below: 34), line: 0.05, .line(190))
        }
        fill(Curve.rectangle(-0.13, -0.13, 0.26, 0.26), .ochre(225, cobalt: 24))
        around(4) { painter, _ in painter.stroke([Point(0, 0), Point(0.78, 0)], 0.10, Paint(2), ends: .blunt) }
    }

    /// A three-cornered sail on a slanting yard from `tack` (low, forward) to `peak` (high, aft), its loose corner at `clew`.
    mutating func paintLateenSail(mast: Point, peak: Point, tack: Point, clew: Point) {
        let yard = [peak, mast.mixed(with: peak.mixed(with: tack, 0.4), 0.5), tack]
        let leech = curve([
            clew, clew.mixed(with: peak, 0.4) + Point(-0.045, 0.02), clew.mixed(with: peak, 0.75) + Point(-0.03, 0.01), peak,
        ])
        let foot = curve([tack, tack.mixed(with: clew, 0.35) + Point(0, -0.035), tack.mixed(with: clew, 0.7) + Point(0, -0.04), clew])
        let sail = curve(yard) + foot + leech
        fill(sail, Paint(2, below: 26, texture: .upright, grain: 14))
        let middle = clew.mixed(with: mast, 0.42)
        fill(leech + [mast, middle], .shade(70, .upright, opacity: 0.6, load: 0.7))
        fill(foot + [middle, middle.mixed(with: tack, 0.5)], .shade(85, .hatchRising, opacity: 0.65, load: 0.65))
        for i in 1..<6 {
            let t = Float(i) / 6
            let top = peak.mixed(with: tack, t)
            let low = clew.mixed(with: tack, t)
            stroke(curve([top, top.mixed(with: low, 0.5) + Point(-0.02, 0), low + Point(0, -0.03)]), 0.004, .line(100), ends: .blunt)
        }
        outline(sail, 0.009, .line(205))
        stroke([peak + (peak - tack) * 0.06, tack + (tack - peak) * 0.05], 0.016, .line(210))
    }

    /// A swallow-tailed pennant that streams to the right from the origin.
    mutating func paintPennant(length: Float) {
        let wave = { (t: Float) in Point(length * t, -0.02 + 0.022 * sinf(7 * t) * (0.3 + t)) }
        let upper = (0...18).map { wave(Float($0) / 18) + Point(0, -0.022) }
        let lower = (0...18).map { i in wave(Float(i) / 18) + Point(0, 0.022 - 0.014 * Float(i) / 18) }
        let notch = wave(0.84)
        fill(upper + [notch] + lower.reversed(), .ochre(210, cobalt: 0, below: 16), line: 0.005)
        stroke((0...14).map { wave(Float($0) / 18) }, 0.010, .line(200))
    }
}
