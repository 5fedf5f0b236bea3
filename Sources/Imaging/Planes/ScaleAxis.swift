// ScaleAxis: the weights of scaling along one axis.
private import CJPEG
private import Glibc

/// For each pixel of the result, which pixels of the source have which weights. Shrinks with Lanczos' kernel of three lobes, and grows with
/// cubic interpolation. Indices may lie beyond the ends of the source: the caller repeats the outermost pixels there.
struct ScaleAxis {
    /// The number of weighted pixels for each pixel of the result; a multiple of 8.
    let taps: Int
    /// For each pixel of the result, the index of the first weighted pixel.
    let starts: [Int32]
    /// For each pixel of the result, the index of its set of weights.
    let kinds: [UInt8]
    /// Sets of `taps` weights. The sum of each set is `AZJ_WEIGHT_ONE`.
    let weights: [Int16]

    /// Positions are rounded to this fraction of a pixel.
    private static let phases = 64

    /// - Parameters:
    ///   - count: pixels of the result.
    ///   - scale: pixels of the source for one pixel of the result.
    ///   - origin: the position of the result's first edge, in pixels of the source.
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
            // The first weighted pixel is the first whose centre is within reach.
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

    /// Weights as whole numbers with the sum `AZJ_WEIGHT_ONE`, so that an area of one colour keeps its colour.
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
