// ScaleAxis: which pixels of one axis of a plane, and how much of each, make up the pixels of another.
private import CJPEG
private import Glibc

/// Down with Lanczos' kernel of three lobes, up with cubic interpolation. Pixels beyond the ends are named, too: whoever computes repeats
/// the outermost ones there.
struct ScaleAxis {
    /// How many pixels make up each, a multiple of 8.
    let taps: Int
    /// The first of them, for each pixel that is made.
    let starts: [Int32]
    /// Which of the sets of weights it takes.
    let kinds: [UInt8]
    /// Sets of `taps` weights, each of which makes up `AZJ_WEIGHT_ONE`.
    let weights: [Int16]

    /// Parts of a pixel, to one of which the places of pixels are rounded.
    private static let phases = 64

    /// - Parameters:
    ///   - count: pixels that are made.
    ///   - scale: by how many pixels one that is made is wide.
    ///   - origin: where their left edge lies, counted in pixels.
    init(count: Int, scale: Double, origin: Double) {
        let stretch = max(1, scale)
        let isShrinking = scale > 1
        let reach = stretch * (isShrinking ? 3 : 2)
        let needed = Int((2 * reach).rounded(.down)) + 1
        let multiple = Int(AZJ_COLUMN_TAPS)
        let taps = (needed + multiple - 1) / multiple * multiple
        self.taps = taps
        var starts: [Int32] = []
        var kinds: [UInt8] = []
        starts.reserveCapacity(count)
        kinds.reserveCapacity(count)
        let phases = Double(Self.phases)
        for pixel in 0..<count {
            // The first pixel that counts is the first whose centre is within reach.
            let edge = ((origin + (Double(pixel) + 0.5) * scale - reach - 0.5) * phases).rounded()
            let first = (edge / phases).rounded(.up)
            starts.append(Int32(first))
            kinds.append(UInt8(first * phases - edge))
        }
        self.starts = starts
        self.kinds = kinds
        var weights: [Int16] = []
        weights.reserveCapacity(Self.phases * taps)
        for phase in 0..<Self.phases {
            let exact = (0..<taps).map { tap in
                let distance = (Double(tap) + Double(phase) / phases - reach) / stretch
                return isShrinking ? lanczos(distance) : cubic(distance)
            }
            weights += Self.whole(exact)
        }
        self.weights = weights
    }

    /// Whole numbers in proportion to those given, of the sum that is agreed upon: what is of one colour keeps it.
    private static func whole(_ exact: [Double]) -> [Int16] {
        let one = Int(AZJ_WEIGHT_ONE)
        let sum = exact.reduce(0, +)
        var whole = exact.map { Int(($0 / sum * Double(one)).rounded()) }
        if let largest = whole.indices.max(by: { whole[$0] < whole[$1] }) { whole[largest] += one - whole.reduce(0, +) }
        return whole.map { Int16(clamping: $0) }
    }
}

/// Lanczos' kernel of three lobes.
private func lanczos(_ x: Double) -> Double {
    let x = abs(x)
    if x < 1e-9 { return 1 }
    return x < 3 ? 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x) : 0
}

/// Keys' cubic convolution, which goes through the pixels (1981, a = -1/2).
private func cubic(_ x: Double) -> Double {
    let x = abs(x)
    if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
    return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
}
