// Value noise on a periodic lattice: the wobble of a hand, the streaks of a brush, the clouding of a glaze.
import Glibc

struct Noise: Sendable {
    /// Cells of the lattice on each axis. Coordinates wrap here, so textures tile without a seam.
    static let period = 64

    private let lattice: [Float]

    init(seed: UInt64) {
        var random = RandomSource(seed: seed)
        lattice = (0..<Noise.period * Noise.period).map { _ in random.within(-1...1) }
    }

    /// Smooth noise in -1...1; one lattice cell is one unit.
    func at(_ x: Float, _ y: Float) -> Float {
        at(x, y, columns: Noise.period, rows: Noise.period)
    }

    /// The same, repeating after `columns` and `rows`, which are powers of two up to the period.
    private func at(_ x: Float, _ y: Float, columns: Int, rows: Int) -> Float {
        let left = x.rounded(.down)
        let top = y.rounded(.down)
        let u = smooth(x - left)
        let v = smooth(y - top)
        let column = Int(left) & (columns - 1)
        let row = (Int(top) & (rows - 1)) * Noise.period
        let nextColumn = (column + 1) & (columns - 1)
        let nextRow = ((Int(top) + 1) & (rows - 1)) * Noise.period
        let upper = mix(lattice[row + column], lattice[row + nextColumn], u)
        let lower = mix(lattice[nextRow + column], lattice[nextRow + nextColumn], u)
        return mix(upper, lower, v)
    }

    /// Noise over a square texture, u and v in 0..<1, of `columns` x `rows` cells (powers of two): it tiles. `layer` tells fields apart.
    func tiling(_ u: Float, _ v: Float, _ columns: Int, _ rows: Int, layer: Int) -> Float {
        at(
            u * Float(columns) + Float(layer * 13), v * Float(rows) + Float(layer * 29),
            columns: min(columns, Noise.period), rows: min(rows, Noise.period))
    }

    private func smooth(_ t: Float) -> Float {
        t * t * (3 - 2 * t)
    }
}
