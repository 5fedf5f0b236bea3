// Scan conversion of one shape over a few rows: exact areas of pixels, kept as differences along each row.
//
// Every edge adds to `delta` its change of the coverage of the pixels to its right, so the running sum along a row is the
// coverage itself. A row is divided into runs of sixteen pixels, and those that no edge touches are marked: there the sum is
// constant, and the filling needs no look at single pixels.

struct Coverage {
    /// Pixels of a run.
    static let run = 16

    let runs: Int
    private(set) var delta: [Float]
    private(set) var touched: [Bool]
    /// The first and last run that an edge touches in each row; empty rows have the first after the last.
    private(set) var firstRun: [Int]
    private(set) var lastRun: [Int]
    private let right: Float
    /// Where the lanes of a run are put together: writing to a lane of a vector by its index is slow.
    private var shares = [Int16](repeating: 0, count: Coverage.run)
    private var stride: Int { runs * Coverage.run }

    init(width: Int, rows: Int) {
        // One run more than the width needs: edges at the right border write past it.
        runs = (width + 2) / Coverage.run + 1
        delta = Array(repeating: 0, count: runs * Coverage.run * rows)
        touched = Array(repeating: false, count: runs * rows)
        firstRun = Array(repeating: .max, count: rows)
        lastRun = Array(repeating: -1, count: rows)
        right = Float(width)
    }

    /// Adds the closed outline's edges over `rows` of the wall; row 0 of the buffer is the first of them.
    mutating func add(_ outline: ArraySlice<Point>, rows: Range<Int>) {
        guard var previous = outline.last else { return }
        for point in outline {
            if previous.y < point.y {
                addEdge(top: previous, bottom: point, direction: 1, rows: rows)
            } else if previous.y > point.y {
                addEdge(top: point, bottom: previous, direction: -1, rows: rows)
            }
            previous = point
        }
    }

    /// The coverages of a touched run in parts of `full`, after `sum` at its left end; leaves the run empty for the next shape.
    mutating func take(row: Int, run: Int, sum: inout Float, full: Float) -> SIMD16<Int16> {
        let start = row * stride + run * Coverage.run
        unsafe delta.withUnsafeMutableBufferPointer { delta in
            unsafe shares.withUnsafeMutableBufferPointer { shares in
                for i in 0..<Coverage.run {
                    unsafe sum += delta[start + i]
                    unsafe delta[start + i] = 0
                    unsafe shares[i] = Coverage.share(sum, of: full)
                }
            }
        }
        touched[row * runs + run] = false
        return unsafe shares.withUnsafeBytes { unsafe $0.loadUnaligned(as: SIMD16<Int16>.self) }
    }

    /// Where a shape winds round a pixel more than once, or the other way round, it covers it all the same.
    static func share(_ sum: Float, of full: Float) -> Int16 {
        // After adding 2^23, the low bits of the number are its integer. A conversion would test for values that cannot occur.
        Int16(truncatingIfNeeded: (min(sum.magnitude, 1) * full + 8_388_608).bitPattern & 0xFF)
    }

    func isTouched(row: Int, run: Int) -> Bool {
        touched[row * runs + run]
    }

    mutating func finish(row: Int) {
        firstRun[row] = .max
        lastRun[row] = -1
    }

    private mutating func addEdge(top: Point, bottom: Point, direction: Float, rows: Range<Int>) {
        guard bottom.y > Float(rows.lowerBound), top.y < Float(rows.upperBound) else { return }
        let slope = (bottom.x - top.x) / (bottom.y - top.y)
        let first = max(Int(top.y.rounded(.down)), rows.lowerBound)
        let last = min(Int(bottom.y.rounded(.up)), rows.upperBound)
        for y in first..<last {
            // Everything follows from the edge and the row alone, never from the row before: a strip must not depend on its start.
            let upper = max(top.y, Float(y))
            let lower = min(bottom.y, Float(y + 1))
            let x0 = (top.x + (upper - top.y) * slope).clamped(to: 0...right)
            let x1 = (top.x + (lower - top.y) * slope).clamped(to: 0...right)
            addSegment(row: y - rows.lowerBound, from: min(x0, x1), to: max(x0, x1), height: (lower - upper) * direction)
        }
    }

    /// A piece of an edge within one row, spanning `height` of it.
    private mutating func addSegment(row: Int, from left: Float, to right: Float, height: Float) {
        let first = Int(left)
        let last = Int(right)
        let start = row * stride
        unsafe delta.withUnsafeMutableBufferPointer { delta in
            if first == last {
                let covered = height * (1 - (0.5 * (left + right) - Float(first)))
                unsafe delta[start + first] += covered
                unsafe delta[start + first + 1] += height - covered
            } else {
                // The covered area grows as a square within the first and the last pixel, evenly in between.
                let rate = height / (right - left)
                let inFirst = Float(first + 1) - left
                let inLast = right - Float(last)
                var before = 0.5 * rate * inFirst * inFirst
                unsafe delta[start + first] += before
                for x in first + 1..<last {
                    let covered = rate * (Float(x) + 0.5 - left)
                    unsafe delta[start + x] += covered - before
                    before = covered
                }
                let inside = rate * inLast * (Float(last) - left + 0.5 * inLast) + height * (1 - inLast)
                unsafe delta[start + last] += inside - before
                unsafe delta[start + last + 1] += height - inside
            }
        }
        mark(row: row, from: first, to: last + 1)
    }

    private mutating func mark(row: Int, from: Int, to: Int) {
        let first = from / Coverage.run
        let last = to / Coverage.run
        for run in first...last { touched[row * runs + run] = true }
        firstRun[row] = min(firstRun[row], first)
        lastRun[row] = max(lastRun[row], last)
    }
}
