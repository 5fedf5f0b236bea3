// Crazing: the net of fine cracks that a glaze gets with age, as the borders between the nearest of scattered points.
import Glibc

struct Crackle: Sendable {
    /// Width and height of the field in pixels; it tiles.
    let side: Int
    /// How deep in a crack each pixel lies: 0 to 255.
    let depth: [UInt8]

    init(tilePixels: Int, seed: UInt64) {
        let cell = max(Float(tilePixels) / 9, 4)
        let cells = 16
        let side = Int(cell) * cells
        let noise = Noise(seed: seed)
        var random = RandomSource(seed: seed)
        let sites = (0..<cells * cells).map { _ in Point(random.within(0.05...0.95), random.within(0.05...0.95)) }
        self.side = side
        var depth: [UInt8] = []
        depth.reserveCapacity(side * side)
        for y in 0..<side {
            for x in 0..<side {
                let (u, v) = (Float(x) / Float(Int(cell)), Float(y) / Float(Int(cell)))
                // Bent a little: cracks are not straight. Sixteen cells, four of noise to each: the noise's period is this field's.
                let p = Point(u + 0.10 * noise.at(u * 4, v * 4), v + 0.10 * noise.at(u * 4 + 20, v * 4 + 20))
                let edge = Crackle.distanceToBorder(p, sites, cells) * cell
                let strength = 0.55 + 0.45 * noise.tiling(u / 16, v / 16, 16, 16, layer: 5)
                depth.append(UInt8((255 * (1.15 - edge).clamped(to: 0...1) * strength).clamped(to: 0...255)))
            }
        }
        self.depth = depth
    }

    /// Half the difference between the distances to the nearest and the second nearest site. Near a border it is about the distance to the border.
    private static func distanceToBorder(_ p: Point, _ sites: [Point], _ cells: Int) -> Float {
        let column = Int(p.x.rounded(.down))
        let row = Int(p.y.rounded(.down))
        var nearest = Float.infinity
        var second = Float.infinity
        for j in row - 1...row + 1 {
            for i in column - 1...column + 1 {
                let site = sites[((j + cells) % cells) * cells + (i + cells) % cells]
                let distance = (Point(site.x + Float(i), site.y + Float(j)) - p).length
                if distance < nearest {
                    second = nearest
                    nearest = distance
                } else if distance < second {
                    second = distance
                }
            }
        }
        return 0.5 * (second - nearest)
    }
}
