// The edge of a tile: a square with rounded corners and a rounded rim that catches the light from the upper left, chipped here and there.
import Glibc

struct TileEdge {
    private struct Chip {
        var centre: Point
        var radius: Float
    }

    private let side: Float
    private let joint: Float
    private let rim: Float
    private let noise: Noise
    private let drift: Float
    private var chips: [Chip] = []

    init(side: Int, noise: Noise, _ random: inout RandomSource) {
        self.side = Float(side)
        self.noise = noise
        // A joint of 1.5 mm between tiles of 14 cm; each tile has half of it.
        joint = max(Float(side) * 0.0058, 0.5) * random.within(0.85...1.2)
        rim = max(Float(side) * 0.014, 1)
        drift = random.unit() * 60
        let count = random.chance(0.45) ? random.integer(1..<4) : 0
        for _ in 0..<count {
            let along = random.chance(0.5) ? (random.chance(0.5) ? 0 : 1) : random.unit()
            let across: Float = random.chance(0.5) ? 0 : 1
            let place = random.chance(0.5) ? Point(along, across) : Point(across, along)
            chips.append(Chip(centre: place * Float(side), radius: Float(side) * (0.012 + 0.035 * powf(random.unit(), 2))))
        }
    }

    /// How much lighter or darker the rounded rim is than the face.
    func slopeLight(_ x: Int, _ y: Int) -> Float {
        let (px, py) = (Float(x) + 0.5, Float(y) + 0.5)
        let left = px - joint
        let top = py - joint
        let right = side - joint - px
        let bottom = side - joint - py
        guard min(left, top, right, bottom) < rim else { return 0 }
        let rise = { (distance: Float) in powf((1 - distance / rim).clamped(to: 0...1), 2) }
        return 15 * max(rise(left), rise(top)) - 30 * max(rise(right), rise(bottom))
    }

    /// Adds the mortar or biscuit of a pixel, where there is some.
    func lay(_ mortar: inout Mortar, _ x: Int, _ y: Int) {
        let p = Point(Float(x) + 0.5, Float(y) + 0.5)
        let inset = min(p.x, p.y, side - p.x, side - p.y)
        guard inset < 0.07 * side else { return }
        let ripple = noise.at(p.x * 0.09 + drift, p.y * 0.09)
        let bare = (joint * (1 + 0.25 * ripple) + 0.5 - distanceInside(p)).clamped(to: 0...1)
        if bare > 0 {
            let sand = 7 * noise.at(p.x * 0.7, p.y * 0.7 + drift)
            // Deepest in the middle of the joint.
            mortar.append(x: x, alpha: bare, grey: 163 + sand - 26 * (1 - inset / joint).clamped(to: 0...1), warmth: 0.6)
            return
        }
        for chip in chips {
            let ragged = chip.radius * (1 + 0.35 * noise.at(p.x * 0.16, p.y * 0.16 + drift))
            let inside = ragged - (p - chip.centre).length
            guard inside > -0.5 else { continue }
            let shade = 196 + 9 * noise.at(p.x * 0.4, p.y * 0.4) - 50 * (1 - inside / 2).clamped(to: 0...1)
            mortar.append(x: x, alpha: (inside + 0.5).clamped(to: 0...1), grey: shade, warmth: 1.5)
            return
        }
    }

    /// The distance to the border of the square, whose corners are rounded off.
    private func distanceInside(_ p: Point) -> Float {
        let corner = joint + 0.02 * side
        let dx = corner - min(p.x, side - p.x)
        let dy = corner - min(p.y, side - p.y)
        if dx > 0 && dy > 0 { return corner - Point(dx, dy).length }
        return min(p.x, p.y, side - p.x, side - p.y)
    }
}
