// The ships on the river: where each lies, and the two kinds, a great nau and the caravels.
import Glibc

extension Painter {
    /// From the furthest to the nearest.
    mutating func paintShipping() {
        draw(at: Point(46.4, 27.6), scale: 3.0) { $0.paintCompassRose() }
        for (x, y, size, mirrored) in [(6.5, 16.0, 1.3, false), (13.0, 16.15, 1.0, true), (20.6, 16.5, 1.6, false)]
            as [(Float, Float, Float, Bool)]
        {
            draw(at: Point(x, y), scale: size, mirrored: mirrored) { $0.paintCaravel() }
        }
        draw(at: Point(12.4, 18.5)) { $0.paintBelemTower() }
        draw(at: Point(29.4, 19.9), scale: 4.2, mirrored: true) { $0.paintCaravel() }
        draw(at: Point(47.0, 21.6), scale: 5.4, mirrored: true) { $0.paintCaravel() }
        for (x, y, size) in [(33.6, 22.4, 0.9), (17.0, 20.6, 0.75), (41.6, 24.6, 1.25)] as [(Float, Float, Float)] {
            draw(at: Point(x, y), scale: size) { $0.paintRowingBoat() }
        }
        draw(at: Point(23.4, 26.6), scale: 13.4) { $0.paintNau() }
        for (x, y, size, mirrored) in [(35.2, 27.6, 1.5, false), (37.9, 28.3, 1.15, false), (33.6, 29.6, 1.2, false)]
            as [(Float, Float, Float, Bool)]
        {
            draw(at: Point(x, y), scale: size, mirrored: mirrored) { $0.paintDolphin() }
        }
    }

    /// A three-masted ship under full sail, running to the right. One unit from the waterline's middle to the main top.
    private mutating func paintNau() {
        draw(at: Point(0, 0.01)) { $0.paintReflection(width: 0.95, height: 0.20) }
        paintStays(nau: true)
        paintMast(x: -0.34, foot: -0.22, top: -0.70)
        paintLateenSail(mast: Point(-0.34, -0.66), peak: Point(-0.50, -0.74), tack: Point(-0.20, -0.30), clew: Point(-0.47, -0.30))
        paintMast(x: 0.24, foot: -0.16, top: -0.86)
        paintSquareSail(Point(0.24, -0.60), width: 0.30, height: 0.36, cross: true)
        paintSquareSail(Point(0.24, -0.80), width: 0.21, height: 0.17, cross: false)
        paintMast(x: -0.04, foot: -0.10, top: -1.0)
        paintSquareSail(Point(-0.04, -0.66), width: 0.40, height: 0.46, cross: true)
        paintSquareSail(Point(-0.04, -0.90), width: 0.26, height: 0.20, cross: false)
        paintSquareSail(Point(0.53, -0.275), width: 0.13, height: 0.13, cross: false)
        fill(
            [Point(0.36, -0.19), Point(0.66, -0.352), Point(0.662, -0.345), Point(0.37, -0.168)], Paint(150, texture: .streaks, grain: 30),
            line: 0.006)
        paintCrew()
        paintHull(castles: 1)
        paintShrouds()
        for (x, y, length) in [(-0.04, -1.0, 0.26), (0.24, -0.86, 0.20), (-0.34, -0.70, 0.16)] as [(Float, Float, Float)] {
            draw(at: Point(x, y)) { $0.paintPennant(length: length) }
        }
        paintBowWave()
    }

    /// Sailors behind the rails.
    private mutating func paintCrew() {
        let stations: [(Float, Float)] = [
            (-0.45, -0.262), (-0.38, -0.25), (-0.31, -0.245), (-0.22, -0.13), (-0.12, -0.115), (0.06, -0.112),
            (0.15, -0.125), (0.27, -0.22), (0.36, -0.232),
        ]
        for (x, y) in stations {
            draw(at: Point(x, y), scale: random.within(0.058...0.068), mirrored: random.chance(0.5)) { $0.paintPerson() }
        }
    }

    /// A caravel with three lateen sails.
    private mutating func paintCaravel() {
        draw(at: Point(0, 0.01)) { $0.paintReflection(width: 0.8, height: 0.2) }
        paintStays(nau: false)
        for (x, top, spread) in [(-0.32, -0.62, 0.17), (0.18, -0.74, 0.23), (-0.08, -0.92, 0.30)] as [(Float, Float, Float)] {
            paintMast(x: x, foot: -0.1, top: top)
            paintLateenSail(
                mast: Point(x, top + 0.05), peak: Point(x - spread * 0.75, top - 0.10), tack: Point(x + spread * 1.05, -0.18),
                clew: Point(x - spread * 0.7, -0.20))
            draw(at: Point(x, top)) { $0.paintPennant(length: 0.16) }
        }
        paintHull(castles: 0.45)
        paintBowWave()
    }

    private mutating func paintBowWave() {
        for i in 0..<5 {
            let x = 0.36 - 0.02 * Float(i)
            let wave = curve([
                Point(x + 0.07, 0.0), Point(x, -0.03 + 0.012 * Float(i)), Point(x - 0.10, 0.012), Point(x - 0.24, 0.022 + 0.004 * Float(i)),
            ])
            stroke(wave, 0.016, i % 2 == 0 ? Paint(0) : .line(120), ends: .trailing)
        }
        for _ in 0..<26 {
            let x = random.within(-0.48...0.42)
            stroke([Point(x, 0.015 + random.within(-0.008...0.012)), Point(x + random.within(0.03...0.09), 0.018)], 0.010, Paint(2))
        }
    }

    private mutating func paintRowingBoat() {
        draw(at: Point(0, 0.05)) { $0.paintReflection(width: 1.5, height: 0.3) }
        let keel = curve([Point(-0.95, -0.30), Point(-0.6, 0.02), Point(0, 0.08), Point(0.6, 0.02), Point(0.98, -0.36)])
        for x: Float in [-0.35, 0.05, 0.42] { draw(at: Point(x, -0.04), scale: 0.55) { $0.paintPerson() } }
        fill(
            keel + curve([Point(0.98, -0.36), Point(0.4, -0.16), Point(-0.4, -0.14), Point(-0.95, -0.30)]),
            Paint(150, below: 205, texture: .streaks, grain: 40), line: 0.035)
        stroke(curve([Point(-0.85, -0.2), Point(-0.4, -0.05), Point(0.4, -0.06), Point(0.9, -0.24)]), 0.035, .ochre(190))
        for x: Float in [-0.2, 0.2] { stroke([Point(x, -0.3), Point(x - 0.62, 0.14)], 0.03, .line(205), ends: .blunt) }
    }

    private mutating func paintDolphin() {
        let body = curve([
            Point(-0.95, 0.12), Point(-0.55, -0.30), Point(0, -0.48), Point(0.5, -0.32), Point(0.80, -0.02), Point(0.98, 0.12),
        ])
        let belly = curve([Point(0.98, 0.12), Point(0.72, 0.10), Point(0.36, -0.02), Point(-0.2, -0.10), Point(-0.80, 0.16)])
        fill(body + belly, Paint(195, below: 30, texture: .streaks, grain: 30), line: 0.035)
        fill(curve([Point(-0.08, -0.46), Point(-0.24, -0.78), Point(-0.34, -0.40)]), .line(200), line: 0.03)
        fill([Point(0.22, -0.10), Point(0.10, 0.20), Point(0.36, -0.02)], .line(200), line: 0.03)
        fill(circle(Point(0.66, -0.12), 0.035), .white)
        for i in 0..<5 {
            let y = 0.12 + 0.05 * Float(i)
            stroke(
                curve([
                    Point(-1.2 + 0.1 * Float(i), y), Point(-0.6, y - 0.06), Point(0.2, y + 0.02), Point(1.15 - 0.1 * Float(i), y - 0.03),
                ]), 0.05, i % 2 == 0 ? Paint(0) : .line(180))
        }
    }
}
