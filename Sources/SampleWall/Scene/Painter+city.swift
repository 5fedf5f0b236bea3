// The city on its hill: terraces of houses down to the quay, churches among them, a castle on top.
import Glibc

extension Painter {
    mutating func paintCity() {
        paintHillside()
        draw(at: Point(36.2, 8.0)) { $0.paintCastle() }
        let terraces = 9
        for terrace in 0..<terraces {
            let t = (Float(terrace) + 0.9) / Float(terraces)
            paintTerrace(t)
            if terrace == 3 { draw(at: Point(47.6, 11.6), scale: 1.0) { $0.paintDomedChurch() } }
            if terrace == 5 { draw(at: Point(33.4, 13.9), scale: 1.0) { $0.paintCathedral() } }
        }
        paintQuay()
    }

    private mutating func paintHillside() {
        let crest = curve(View.hill)
        fill(crest + [Point(53, View.quay), Point(22.5, View.quay)], Paint(104, below: 70, texture: .hatchRising, grain: 34))
        stroke(crest, 0.06, .line(190), ends: .blunt)
        for _ in 0..<150 {
            let x = random.within(25...52)
            let top = View.hillTop(x)
            draw(at: Point(x, mix(top, top + 1.8, random.unit()) + 0.1), scale: random.within(0.16...0.34)) { $0.paintBush() }
        }
    }

    /// One row of houses; `t` is 0 along the hill's outline and 1 on the quay.
    private mutating func paintTerrace(_ t: Float) {
        let size = mix(0.62, 1.06, t)
        var x = mix(27.5, 25.2, t) + random.within(0...0.6)
        while x < 52.2 {
            let top = View.hillTop(x + 0.4)
            // The castle's slope stays green.
            let ground = mix(top + 0.5, View.quay - 0.35, t)
            let width = size * random.within(0.62...1.25)
            let isFree = ground < top + 0.9 || (t < 0.2 && x > 34.5 && x < 45.5)
            if isFree || random.chance(0.13) {
                paintGarden(at: Point(x, ground), size)
            } else {
                let height = size * random.within(0.75...1.45)
                draw(at: Point(x, ground + random.within(-0.12...0.12)), scale: 1) { $0.paintHouse(width: width, height: height) }
            }
            x += width + (random.chance(0.3) ? random.within(0.05...0.3) * size : 0.02)
        }
    }

    private mutating func paintGarden(at place: Point, _ size: Float) {
        for _ in 0..<random.integer(1..<4) {
            let spot = place + Point(random.within(0...0.7), random.within(-0.15...0.05)) * size
            if random.chance(0.45) {
                draw(at: spot, scale: size * random.within(0.8...1.3)) { $0.paintCypress() }
            } else {
                draw(at: spot, scale: size * random.within(0.25...0.45)) { $0.paintBush() }
            }
        }
    }

    /// A round tree about the origin, one unit high.
    mutating func paintBush() {
        for i in 0..<7 {
            let spot = Point(random.within(-0.5...0.5), -0.45 + random.within(-0.35...0.35))
            let tone = i < 4 ? random.within(165...205) : random.within(85...135)
            fill(ellipse(spot, random.within(0.22...0.4), random.within(0.18...0.32)), Paint(tone, texture: .mottle, grain: 44, load: 0.94))
        }
        for _ in 0..<6 {
            let spot = Point(random.within(-0.5...0.35), -0.55 + random.within(-0.3...0.4))
            stroke(arc(spot, 0.12, from: 3.4, to: 5.9), 0.05, Paint(30))
        }
    }

    mutating func paintCypress() {
        let shape = closed([
            Point(0, 0.02), Point(-0.11, -0.25), Point(-0.10, -0.7), Point(0, -1.15), Point(0.10, -0.7), Point(0.12, -0.25),
        ])
        fill(shape, Paint(205, below: 170, texture: .upright, grain: 46), line: 0.02)
        for i in 0..<5 {
            let y = -0.2 - 0.16 * Float(i)
            stroke([Point(-0.06, y), Point(-0.01, y - 0.16)], 0.025, Paint(70))
        }
    }
}
