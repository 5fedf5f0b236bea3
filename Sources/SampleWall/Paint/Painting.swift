// The finished list of painted shapes, back to front, with an index of which of them touch which rows.

struct Painting: Sendable {
    struct Shape: Sendable {
        var points: Range<Int>
        /// First and last row, not limited to the wall.
        var rows: ClosedRange<Int>
        var paint: Paint
        /// Where in the texture this stroke of the brush begins: no two strokes show the same hair.
        var textureOrigin: (x: Int, y: Int)
    }

    /// Rows of one entry in the index.
    static let bandRows = 16

    let width: Int
    let height: Int
    private(set) var points: [Point] = []
    private(set) var shapes: [Shape] = []
    private var bands: [[UInt32]]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        bands = Array(repeating: [], count: (height + Painting.bandRows - 1) / Painting.bandRows)
    }

    /// Adds a closed outline, in pixels of the wall. Shapes that touch no pixel are dropped.
    mutating func add(_ outline: [Point], _ paint: Paint) {
        guard outline.count > 2 else { return }
        var (top, bottom, left, right) = (outline[0].y, outline[0].y, outline[0].x, outline[0].x)
        for point in outline {
            top = min(top, point.y)
            bottom = max(bottom, point.y)
            left = min(left, point.x)
            right = max(right, point.x)
        }
        guard bottom > 0, top < Float(height), right > 0, left < Float(width) else { return }
        let rows = Int(top.rounded(.down))...Int(bottom.rounded(.down))
        let first = max(rows.lowerBound, 0) / Painting.bandRows
        let last = min(rows.upperBound, height - 1) / Painting.bandRows
        for band in first...last { bands[band].append(UInt32(shapes.count)) }
        let start = points.count
        points.append(contentsOf: outline)
        let spread = shapes.count &* 0x9E37_79B1
        let origin = (x: (spread >> 8 & 0x1F) * Coverage.run, y: spread >> 16 & 0x1FF)
        shapes.append(Shape(points: start..<points.count, rows: rows, paint: paint, textureOrigin: origin))
    }

    /// The shapes that touch a band, back to front.
    func shapes(inBand band: Int) -> [UInt32] {
        bands[band]
    }
}
