// The pigments of a strip of the wall before it is glazed: one byte of cobalt and one of ochre for each pixel.

struct InkSheet {
    /// Room left of the first pixel and right of the last, so that tiles which hang a little askew may look past the edge.
    static let margin = Coverage.run

    let rows: Range<Int>
    let stride: Int
    private(set) var cobalt: [UInt8]
    private(set) var ochre: [UInt8]
    /// Whether a run of sixteen columns holds any ochre; most do not, and are spared the work.
    private var hasOchre: [Bool]
    private var coverage: Coverage

    init(rows: Range<Int>, of painting: Painting, textures: BrushTextures) {
        self.rows = rows
        coverage = Coverage(width: painting.width, rows: min(Painting.bandRows, rows.count))
        stride = coverage.runs * Coverage.run + 2 * InkSheet.margin
        cobalt = Array(repeating: 0, count: stride * rows.count)
        ochre = Array(repeating: 0, count: stride * rows.count)
        hasOchre = Array(repeating: false, count: coverage.runs)
        paint(painting, textures)
        bleedIntoMargins(width: painting.width)
    }

    /// Where row `y` of the wall begins in the planes.
    func offset(ofRow y: Int) -> Int {
        (y - rows.lowerBound) * stride + InkSheet.margin
    }

    /// Whether there may be ochre in some columns of the wall.
    func hasOchre(in columns: Range<Int>) -> Bool {
        let first = max(columns.lowerBound, 0) / Coverage.run
        let last = min((columns.upperBound - 1) / Coverage.run, hasOchre.count - 1)
        return hasOchre[first...last].contains(true)
    }

    private mutating func paint(_ painting: Painting, _ textures: BrushTextures) {
        var y = rows.lowerBound
        while y < rows.upperBound {
            let band = y / Painting.bandRows
            let end = min((band + 1) * Painting.bandRows, rows.upperBound)
            for index in painting.shapes(inBand: band) {
                let shape = painting.shapes[Int(index)]
                let top = max(y, shape.rows.lowerBound)
                let bottom = min(end, shape.rows.upperBound + 1)
                guard top < bottom else { continue }
                let part = top..<bottom
                coverage.add(painting.points[shape.points], rows: part)
                for row in part { fill(row, of: shape, coverageRow: row - part.lowerBound, textures) }
            }
            y = end
        }
    }

    private mutating func fill(_ y: Int, of shape: Painting.Shape, coverageRow row: Int, _ textures: BrushTextures) {
        let first = coverage.firstRun[row]
        let last = coverage.lastRun[row]
        guard first <= last else { return }
        let brush = Brush(shape, y)
        let base = offset(ofRow: y)
        let textureRow = textures.rowOffset(shape.paint.texture, y + shape.textureOrigin.y)
        var sum: Float = 0
        for run in first...last {
            var reached: SIMD16<Int16>
            if coverage.isTouched(row: row, run: run) {
                reached = coverage.take(row: row, run: run, sum: &sum, full: brush.opacity)
            } else if sum.magnitude > 0.004 {
                reached = SIMD16(repeating: Coverage.share(sum, of: brush.opacity))
            } else {
                continue
            }
            let hair = textures.pixels(inRow: textureRow, from: run * Coverage.run + shape.textureOrigin.x)
            if brush.isDry { reached = brush.skipping(reached, hair) }
            let place = base + run * Coverage.run
            InkSheet.lay(brush.cobalt(hair), reached, on: &cobalt, at: place)
            if brush.ochre > 0 { hasOchre[run] = true }
            if hasOchre[run] {
                InkSheet.lay(SIMD16(repeating: brush.ochre), reached, on: &ochre, at: place)
            }
        }
        coverage.finish(row: row)
    }

    /// Moves sixteen pixels towards a tone, each by its own strength (0 to 128).
    private static func lay(_ tone: SIMD16<Int16>, _ strength: SIMD16<Int16>, on plane: inout [UInt8], at place: Int) {
        unsafe plane.withUnsafeMutableBytes { bytes in
            let old = unsafe SIMD16<Int16>(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self))
            let new = old &+ (((tone &- old) &* strength) &>> 7)
            unsafe bytes.storeBytes(of: SIMD16<UInt8>(truncatingIfNeeded: new), toByteOffset: place, as: SIMD16<UInt8>.self)
        }
    }

    private mutating func bleedIntoMargins(width: Int) {
        for y in rows {
            let start = offset(ofRow: y)
            for i in 1...InkSheet.margin {
                cobalt[start - i] = cobalt[start]
                cobalt[start + width - 1 + i] = cobalt[start + width - 1]
            }
        }
    }
}
