// A ship's hull and standing rigging, bow to the right; one unit is the height of the main mast.
import Glibc

extension Painter {
    /// `castles` is the height of the fore and the after castle, 1 for a nau.
    mutating func paintHull(castles: Float) {
        let aft = -0.15 - 0.12 * castles
        let fore = -0.15 - 0.08 * castles
        let rail =
            curve([Point(-0.50, aft), Point(-0.40, aft + 0.03), Point(-0.28, aft + 0.05)])
            + curve([Point(-0.27, -0.155), Point(-0.1, -0.120), Point(0.08, -0.118), Point(0.2, -0.140)])
            + curve([Point(0.21, fore + 0.02), Point(0.32, fore), Point(0.44, fore - 0.03)])
        let waterline = [Point(0.34, 0.015), Point(0.2, 0.02), Point(-0.1, 0.016), Point(-0.38, 0.02)]
        let bow = curve([Point(0.44, fore - 0.03), Point(0.41, -0.10), Point(0.38, -0.03), Point(0.34, 0.015)])
        let stern = curve([Point(-0.38, 0.02), Point(-0.45, -0.08), Point(-0.48, -0.16), Point(-0.50, aft)])
        fill(rail + bow + waterline + stern, Paint(125, below: 200, texture: .streaks, grain: 40), line: 0.010)
        paintPlanks()
        paintPorts()
        paintCastleRails(aft: aft, fore: fore)
        if castles > 0.8 { paintSternGallery(aft: aft) }
        stroke(rail, 0.012, .line(215), ends: .blunt)
    }

    private mutating func paintPlanks() {
        for i in 0..<7 {
            let t = Float(i) / 7
            let y = mix(-0.112, 0.0, t)
            let plank = curve([
                Point(-0.475 + 0.09 * t, y - 0.035), Point(-0.2, y), Point(0.1, y + 0.002), Point(0.40 - 0.05 * t, y - 0.028),
            ])
            let isWale = i == 1 || i == 4
            stroke(plank, isWale ? 0.014 : 0.004, isWale ? .ochre(190, cobalt: 20) : .line(225), ends: .blunt)
            if isWale { stroke(plank.map { $0 + Point(0, 0.008) }, 0.004, .line, ends: .blunt) }
        }
        for _ in 0..<70 {
            let x = random.within(-0.42...0.34)
            let y = random.within(-0.10...0.0)
            stroke([Point(x, y), Point(x, y + 0.012)], 0.003, .line(230), ends: .blunt)
        }
    }

    private mutating func paintPorts() {
        for i in 0..<7 {
            let x = -0.32 + 0.095 * Float(i)
            fill(Curve.rectangle(x, -0.088, 0.030, 0.026), .line(240), line: 0.004, Paint(40))
            fill(circle(Point(x + 0.015, -0.074), 0.009), .ochre(150, cobalt: 70))
        }
    }

    private mutating func paintCastleRails(aft: Float, fore: Float) {
        for (from, to, y) in [(-0.49, -0.28, aft + 0.02), (0.21, 0.43, fore - 0.005)] as [(Float, Float, Float)] {
            let count = Int((to - from) / 0.03)
            for i in 0...count {
                let x = mix(from, to, Float(i) / Float(count))
                stroke([Point(x, y + 0.01), Point(x, y - 0.035)], 0.006, .line(210), ends: .blunt)
            }
            stroke([Point(from, y - 0.035), Point(to, y - 0.035)], 0.010, .line(215), ends: .blunt)
            // Shields along the rail, as ships of the king carried them.
            for i in 0..<count where i % 2 == 0 {
                let x = mix(from, to, (Float(i) + 0.5) / Float(count))
                fill(circle(Point(x, y - 0.008), 0.014), i % 4 == 0 ? .ochre(210) : .white, line: 0.004)
            }
        }
    }

    private mutating func paintSternGallery(aft: Float) {
        for i in 0..<4 {
            draw(at: Point(-0.455 + 0.045 * Float(i), aft + 0.115), scale: 0.062) { $0.paintWindow(height: 0.7) }
        }
        stroke([Point(-0.49, aft + 0.125), Point(-0.29, aft + 0.135)], 0.008, .ochre(200), ends: .blunt)
        draw(at: Point(-0.505, aft - 0.03)) { painter in
            painter.stroke([Point(0, 0.04), Point(0, -0.01)], 0.007, .line, ends: .blunt)
            painter.fill(
                painter.closed([Point(-0.016, -0.01), Point(-0.02, -0.04), Point(0, -0.062), Point(0.02, -0.04), Point(0.016, -0.01)]),
                .ochre(220), line: 0.005)
        }
    }

    /// Ropes that lie behind the sails.
    mutating func paintStays(nau: Bool) {
        let ropes: [(Point, Point)] =
            nau
            ? [
                (Point(-0.04, -0.96), Point(0.24, -0.30)), (Point(0.24, -0.82), Point(0.62, -0.35)),
                (Point(0.24, -0.62), Point(0.50, -0.28)),
                (Point(-0.34, -0.66), Point(-0.04, -0.2)), (Point(-0.04, -0.96), Point(-0.34, -0.40)),
            ]
            : [(Point(-0.08, -0.9), Point(0.42, -0.18)), (Point(0.18, -0.7), Point(0.44, -0.18)), (Point(-0.32, -0.6), Point(-0.48, -0.2))]
        for rope in ropes { stroke([rope.0, rope.1], 0.0045, .line(205), ends: .blunt) }
    }

    mutating func paintMast(x: Float, foot: Float, top: Float) {
        fill(
            [Point(x - 0.013, foot), Point(x - 0.006, top), Point(x + 0.006, top), Point(x + 0.013, foot)],
            Paint(110, texture: .upright, grain: 30), line: 0.005)
        let crow = mix(foot, top, 0.80)
        fill(
            [Point(x - 0.034, crow - 0.026), Point(x + 0.034, crow - 0.026), Point(x + 0.022, crow), Point(x - 0.022, crow)],
            .ochre(150, cobalt: 40), line: 0.005)
    }

    /// Shrouds with ratlines, from the castles' sides to the tops, in front of the sails.
    mutating func paintShrouds() {
        for (x, top, foot) in [(-0.04, -0.60, -0.12), (0.24, -0.50, -0.22)] as [(Float, Float, Float)] {
            let apex = Point(x, top)
            let feet = (0..<5).map { Point(x - 0.15 + 0.032 * Float($0), foot) }
            for shroud in feet { stroke([apex, shroud], 0.004, .line(220), ends: .blunt) }
            for i in 1..<14 {
                let t = 0.3 + 0.7 * Float(i) / 14
                stroke([apex.mixed(with: feet[0], t), apex.mixed(with: feet[4], t)], 0.0028, .line(205), ends: .blunt)
            }
        }
    }
}
