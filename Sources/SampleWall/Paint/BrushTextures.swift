// Tileable textures of brush hair: streaks, mottling and hatching, each with all of its 256 values equally frequent.
import Glibc

struct BrushTextures: Sendable {
    enum Kind: Int, CaseIterable, Sendable {
        case streaks, upright, mottle, hatchRising, hatchFalling
    }

    /// Width and height in pixels: a power of two, at least 32, so that sixteen pixels of a row never wrap.
    let side: Int
    private(set) var pixels: [UInt8] = []

    init(tilePixels: Int, seed: UInt64) {
        var side = 32
        while side < tilePixels && side < 512 { side *= 2 }
        self.side = side
        let noise = Noise(seed: seed)
        for kind in Kind.allCases {
            var values: [Float] = []
            values.reserveCapacity(side * side)
            for y in 0..<side {
                for x in 0..<side {
                    values.append(BrushTextures.value(kind, Float(x) / Float(side), Float(y) / Float(side), side: side, noise))
                }
            }
            pixels.append(contentsOf: BrushTextures.equalised(values))
        }
    }

    /// Where the row of `kind` begins that belongs to the wall's row `y`.
    func rowOffset(_ kind: Kind, _ y: Int) -> Int {
        (kind.rawValue * side + (y & (side - 1))) * side
    }

    private static func value(_ kind: Kind, _ u: Float, _ v: Float, side: Int, _ noise: Noise) -> Float {
        switch kind {
        case .streaks:
            return streaks(u, v, noise)
        case .upright:
            return streaks(v, u, noise)
        case .mottle:
            return (0..<5).reduce(0) { sum, octave in
                sum + noise.tiling(u, v, 8 << octave, 8 << octave, layer: octave) / Float(1 << octave)
            }
        case .hatchRising:
            return hatch(u + v, u, v, side: side, noise)
        case .hatchFalling:
            return hatch(u - v, u, v, side: side, noise)
        }
    }

    private static func streaks(_ u: Float, _ v: Float, _ noise: Noise) -> Float {
        0.40 * noise.tiling(u, v, 4, 32, layer: 0) + 0.45 * noise.tiling(u, v, 4, 128, layer: 1)
            + 0.35 * noise.tiling(u, v, 16, 128, layer: 2)
    }

    /// Parallel strokes, eleven pixels apart and slightly curved.
    private static func hatch(_ across: Float, _ u: Float, _ v: Float, side: Int, _ noise: Noise) -> Float {
        let strokes = Float(max(side / 16, 2))
        let phase = across * strokes + 0.35 * noise.tiling(u, v, 8, 8, layer: 3)
        let distance = fabsf(phase - phase.rounded()) * 2
        return distance + 0.35 * noise.tiling(u, v, 32, 32, layer: 4)
    }

    /// Spreads values evenly over 0...255, so that a threshold of `t` lets through just the part `1 - t / 256` of the surface.
    private static func equalised(_ values: [Float]) -> [UInt8] {
        let low = values.min() ?? 0
        let scale = 1023 / max((values.max() ?? 1) - low, 1e-6)
        var counts = [Int](repeating: 0, count: 1024)
        for value in values { counts[Int((value - low) * scale)] += 1 }
        var below = 0
        let ranks = counts.map { count in
            below += count
            return UInt8((below - count / 2) * 255 / values.count)
        }
        return values.map { ranks[Int(($0 - low) * scale)] }
    }
}
