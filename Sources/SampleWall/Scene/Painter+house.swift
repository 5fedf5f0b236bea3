// A house of the old town, about as large as one tile, so that its windows can be looked into.
import Glibc

extension Painter {
    /// A house whose lower left corner is the origin.
    mutating func paintHouse(width: Float, height: Float) {
        let tiled = random.chance(0.22)
        let yellow = random.chance(0.16)
        let wall = yellow ? Paint.ochre(random.within(70...110)) : Paint(random.within(3...20), texture: .mottle, grain: 12)
        let front = Curve.rectangle(0, -height, width, height)
        fill(front, wall)
        if tiled {
            fill(front, .shade(95, .hatchRising, opacity: 0.55, load: 0.4))
            fill(front, .shade(95, .hatchFalling, opacity: 0.55, load: 0.4))
        }
        fill(Curve.rectangle(width * 0.72, -height, width * 0.28, height), .shade(88, .upright, opacity: 0.55, load: 0.7))
        fill(Curve.rectangle(0, -height, width, 0.10), .shade(110, .streaks, opacity: 0.7))
        outline(front, 0.022, .line(200))
        paintStoreys(width: width, height: height)
        if random.chance(0.22) { paintGable(width: width, height: height) } else { paintRoof(width: width, height: height) }
        if random.chance(0.12) { paintLaundry(width: width, y: -height * random.within(0.45...0.6)) }
    }

    /// Shirts and sheets on a line before the windows.
    private mutating func paintLaundry(width: Float, y: Float) {
        stroke(curve([Point(0.03, y), Point(width / 2, y + 0.05), Point(width - 0.03, y)]), 0.012, .line, ends: .blunt)
        for i in 0..<Int(width / 0.14) {
            let x = 0.08 + 0.13 * Float(i)
            let sag = 0.05 * (1 - powf(2 * (x + 0.04) / width - 1, 2))
            let cloth = Curve.rectangle(x, y + sag, 0.085, random.within(0.09...0.17))
            fill(cloth, i % 3 == 1 ? .ochre(150) : Paint(i % 3 == 0 ? 4 : 70), line: 0.012, .line(190))
        }
    }

    private mutating func paintStoreys(width: Float, height: Float) {
        let storeys = max(1, Int(height / 0.36))
        let storey = height / Float(storeys)
        let openings = max(1, Int(width / 0.26))
        let pitch = width / Float(openings)
        let door = random.integer(0..<openings)
        let balconies = random.chance(0.35)
        for floor in 0..<storeys {
            let foot = -storey * Float(floor)
            for i in 0..<openings {
                let middle = pitch * (Float(i) + 0.5)
                if floor == 0 && i == door {
                    draw(at: Point(middle, foot), scale: min(pitch, storey)) { $0.paintDoor() }
                } else {
                    let tall = balconies && floor == 1
                    draw(at: Point(middle, foot - storey * (tall ? 0.08 : 0.24)), scale: min(pitch * 1.1, storey) * 0.95) { painter in
                        painter.paintWindow(height: tall ? 0.72 : 0.56)
                        if tall { painter.paintBalcony() } else if painter.random.chance(0.14) { painter.paintFlowerPot() }
                    }
                }
            }
            if floor > 0 { stroke([Point(0, foot), Point(width, foot)], 0.014, .line(120), ends: .blunt) }
        }
    }

    /// A window whose sill's middle is the origin.
    mutating func paintWindow(height: Float) {
        fill(Curve.rectangle(-0.25, -height - 0.05, 0.5, height + 0.08), .white, line: 0.025, .line(170))
        fill(Curve.rectangle(-0.19, -height, 0.38, height), Paint(random.within(150...215), below: 120, grain: 30))
        stroke([Point(0, -height), Point(0, 0)], 0.035, .white, ends: .blunt)
        for i in 1..<3 {
            let y = -height * Float(i) / 3
            stroke([Point(-0.19, y), Point(0.19, y)], 0.025, .white, ends: .blunt)
        }
        stroke([Point(-0.3, 0.03), Point(0.3, 0.03)], 0.05, .line(190), ends: .blunt)
        guard random.chance(0.28) else { return }
        for side: Float in [-1, 1] {
            let x: Float = side > 0 ? 0.24 : -0.42
            fill(Curve.rectangle(x, -height - 0.02, 0.18, height + 0.03), Paint(140, texture: .streaks, grain: 40), line: 0.022, .line(190))
        }
    }

    private mutating func paintBalcony() {
        stroke([Point(-0.42, 0.05), Point(0.42, 0.05)], 0.06, .line(200), ends: .blunt)
        stroke([Point(-0.40, -0.26), Point(0.40, -0.26)], 0.035, .line(210), ends: .blunt)
        for i in 0...8 {
            let x = -0.40 + 0.10 * Float(i)
            stroke([Point(x, -0.26), Point(x, 0.04)], 0.022, .line(210), ends: .blunt)
        }
    }

    private mutating func paintFlowerPot() {
        fill([Point(-0.10, -0.10), Point(0.10, -0.10), Point(0.07, 0.03), Point(-0.07, 0.03)], .ochre(190, cobalt: 20), line: 0.018)
        for i in -2...2 {
            let tip = Point(0.09 * Float(i), -0.32 + 0.03 * Float(i * i))
            stroke(curve([Point(0, -0.1), Point(tip.x * 0.4, -0.22), tip]), 0.03, .line(180), ends: .blunt)
            fill(circle(tip, 0.035), .ochre(220))
        }
    }

    private mutating func paintDoor() {
        let arch = Curve.arc(Point(0, -0.5), 0.22, 0.2, from: .pi, to: 2 * .pi, steps: 12)
        fill([Point(-0.28, 0)] + arch.map { Point($0.x * 1.25, $0.y - 0.04) } + [Point(0.28, 0)], .white, line: 0.022, .line(170))
        fill([Point(-0.22, 0)] + arch + [Point(0.22, 0)], Paint(190, texture: .upright, grain: 50), line: 0.02)
        stroke([Point(0, -0.5), Point(0, 0)], 0.02, .line, ends: .blunt)
        fill(circle(Point(0.05, -0.28), 0.025), .ochre(220))
        fill(Curve.rectangle(-0.34, -0.03, 0.68, 0.06), Paint(40), line: 0.018, .line(180))
    }

    private mutating func paintRoof(width: Float, height: Float) {
        let eave: Float = 0.07
        let rise = min(0.30, width * 0.3) * random.within(0.8...1.2)
        let inset = min(rise * 0.9, width * 0.32)
        let corners = [
            Point(-eave, -height), Point(inset, -height - rise), Point(width - inset, -height - rise), Point(width + eave, -height),
        ]
        let yellow = random.chance(0.35)
        fill(
            corners,
            yellow
                ? .ochre(random.within(110...160), cobalt: 20, below: 60)
                : Paint(random.within(95...135), below: 165, texture: .upright, grain: 34), line: 0.024)
        let courses = max(3, Int(width / 0.085))
        for i in 0...courses {
            let t = Float(i) / Float(courses)
            let (top, foot) = (corners[1].mixed(with: corners[2], t), corners[0].mixed(with: corners[3], t))
            stroke([top, foot], 0.02, .line(yellow ? 120 : 190), ends: .blunt)
        }
        for i in 0..<courses {
            let x = mix(-eave, width + eave, (Float(i) + 0.5) / Float(courses))
            fill(circle(Point(x, -height), 0.026), Paint(30), line: 0.012, .line(200))
        }
        if random.chance(0.10) { draw(at: Point(width * 0.5, -height - rise - 0.085), scale: 0.10) { $0.paintCat() } }
        if random.chance(0.5) { paintChimney(at: Point(width * random.within(0.3...0.7), -height - rise * 0.8)) }
    }

    private mutating func paintChimney(at foot: Point) {
        draw(at: foot) { painter in
            painter.fill(Curve.rectangle(-0.06, -0.22, 0.12, 0.24), .white, line: 0.018, .line(190))
            painter.fill(Curve.rectangle(0.01, -0.22, 0.05, 0.24), .shade(110))
            painter.fill(Curve.rectangle(-0.08, -0.26, 0.16, 0.05), .line(170))
        }
    }

    private mutating func paintGable(width: Float, height: Float) {
        let rise = width * 0.42
        fill([Point(-0.03, -height), Point(width / 2, -height - rise), Point(width + 0.03, -height)], Paint(12), line: 0.024)
        fill(
            [Point(width / 2, -height - rise), Point(width + 0.03, -height), Point(width * 0.7, -height)],
            .shade(90, .hatchRising, opacity: 0.6, load: 0.6))
        stroke(
            [Point(-0.09, -height + 0.03), Point(width / 2, -height - rise - 0.03), Point(width + 0.09, -height + 0.03)], 0.06,
            random.chance(0.4) ? .ochre(160, cobalt: 40) : .line(170), ends: .blunt)
        fill(circle(Point(width / 2, -height - rise * 0.38), min(0.075, width * 0.1)), .line(190), line: 0.02, Paint(60))
    }
}
