// The surface of one blank tile: how the glaze takes the light at each pixel, and the mortar and chips round it.
import Glibc

struct TileFace: Sendable {
    /// Light of each pixel, `Palette.neutralLight` where the surface is even.
    private(set) var light: [UInt8] = []
    private(set) var mortar = Mortar()

    init(side: Int, crackle: Crackle, noise: Noise, seed: UInt64) {
        var random = RandomSource(seed: seed)
        let edge = TileEdge(side: side, noise: noise, &random)
        let tilt = Point(random.within(-3...3), random.within(-3...3))
        let window = (x: random.integer(0..<crackle.side), y: random.integer(0..<crackle.side))
        // Most glazes are nearly whole, a few are covered with cracks.
        let crazing = 4 + 26 * powf(random.unit(), 3)
        let drift = Point(random.unit() * 64, random.unit() * 64)
        let pinholes = Pinholes(side: side, &random)
        light.reserveCapacity(side * side)
        for y in 0..<side {
            let v = Float(y) / Float(side)
            for x in 0..<side {
                let u = Float(x) / Float(side)
                var value = Float(Palette.neutralLight) + tilt.x * (u - 0.5) + tilt.y * (v - 0.5)
                value += 2.2 * noise.at(u * 3 + drift.x, v * 3 + drift.y)
                // The sum of two even draws: most grains are faint.
                let grain = random.next()
                value += Float(Int(grain & 7) + Int(grain >> 3 & 7) - 7) * 0.22
                let crackRow = (y + window.y) % crackle.side * crackle.side
                value -= crazing / 255 * Float(crackle.depth[crackRow + (x + window.x) % crackle.side])
                value += edge.slopeLight(x, y)
                light.append(UInt8(value.clamped(to: 0...255)))
                edge.lay(&mortar, x, y)
            }
            mortar.endRow()
        }
        pinholes.prick(&light)
    }
}

/// Bubbles that burst in the kiln: dark dots of a pixel or three.
private struct Pinholes {
    private let side: Int
    private var places: [(x: Int, y: Int, radius: Float)] = []

    init(side: Int, _ random: inout RandomSource) {
        self.side = side
        for _ in 0..<random.integer(2..<9) {
            let radius = random.within(0.5...1.8)
            places.append((random.integer(4..<max(side - 4, 5)), random.integer(4..<max(side - 4, 5)), radius))
        }
    }

    func prick(_ light: inout [UInt8]) {
        for place in places where side > 40 {
            for y in place.y - 2...place.y + 2 {
                for x in place.x - 2...place.x + 2 {
                    let distance = Point(Float(x - place.x), Float(y - place.y)).length
                    let depth = (place.radius + 0.5 - distance).clamped(to: 0...1) * 70
                    light[y * side + x] = UInt8(max(Float(light[y * side + x]) - depth, 0))
                }
            }
        }
    }
}
