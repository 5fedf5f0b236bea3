// PlanarScaling: scales part of a strip to another strip.
private import CJPEG
internal import Geometry

/// Scales a region of planes. The position of chroma relative to brightness is kept, whether chroma is halved in the source or the result.
@safe final class PlanarScaling: Sendable {
    private struct Plane: Sendable {
        let columns: ScaleAxis
        let rows: ScaleAxis
        /// Pixels of the source that exist. Beyond them the outermost pixels are repeated.
        let usableColumns: Range<Int>
        let usableRows: Range<Int>
    }

    private let source: Strip
    private let target: Strip
    private let planes: [Plane]

    /// Rows of the result in each part of the work. Even, so that halved chroma has the same parts.
    private static let rowsAPart = 32
    /// The greatest factor by which an axis may grow or shrink. Beyond it, weights are too small for 16 bits, or there are too many pixels.
    private static let farthest = 8
    /// Pixels of the result at most.
    private static let maximumPixels = 1 << 24

    /// Whether planes of one size, in pixels, can be scaled to the other.
    static func isPossible(from: PixelSize, to: PixelSize) -> Bool {
        to.area <= maximumPixels && to.width <= farthest * from.width && from.width <= farthest * to.width
            && to.height <= farthest * from.height && from.height <= farthest * to.height
    }

    /// - Parameters:
    ///   - region: the region that is scaled, in the source's pixels.
    ///   - inside: the part of the region that has pixels.
    ///   - layout: of the result; has as many planes as the source.
    init(_ source: Strip, _ region: PixelRect, inside: PixelRect, to size: PixelSize, _ layout: StripLayout) {
        precondition(source.layout.shifts.count == layout.shifts.count, "planes become as many planes")
        self.source = source
        target = Strip(layout: layout, width: size.width, capacity: (size.height + 15) & ~15)
        target.begin(rows: size.height)
        planes = zip(source.layout.shifts, layout.shifts).map { from, to in
            func axis(_ start: Int, _ length: Int, _ count: Int) -> ScaleAxis {
                ScaleAxis(
                    count: (count + (1 << to) - 1) >> to, scale: Double(length << to) / Double(count << from),
                    origin: Double(start) / Double(1 << from))
            }
            return Plane(
                columns: axis(region.x, region.width, size.width), rows: axis(region.y, region.height, size.height),
                usableColumns: inside.x >> from..<(inside.maxX + (1 << from) - 1) >> from,
                usableRows: inside.y >> from..<(inside.maxY + (1 << from) - 1) >> from)
        }
    }

    /// Scales all planes, on the threads of `sharing`. The result is padded, ready to be encoded.
    func scaled(_ sharing: WorkSharing) -> Strip {
        sharing((target.rows + Self.rowsAPart - 1) / Self.rowsAPart) { [self] part in
            for index in planes.indices { scale(index, part: part) }
        }
        target.pad()
        return target
    }

    private func scale(_ index: Int, part: Int) {
        let plane = planes[index]
        let (from, to) = unsafe (source.planes[index], target.planes[index])
        let (columns, rows) = (plane.columns, plane.rows)
        guard let first = columns.starts.first, let last = columns.starts.last else { return }
        // The row between the two steps holds all pixels that any column of the result uses.
        let named = Int(first)..<Int(last) + columns.taps
        let usable = named.clamped(to: plane.usableColumns)
        var between = [Int16](repeating: 0, count: named.count)
        let starts = columns.starts.map { $0 - first }
        let height = unsafe Self.rowsAPart >> to.shift
        for row in part * height..<min((part + 1) * height, rows.starts.count) {
            let sources = unsafe (0..<rows.taps).map { tap in
                let row = max(plane.usableRows.lowerBound, min(plane.usableRows.upperBound - 1, Int(rows.starts[row]) + tap))
                return unsafe UnsafePointer(from.row(row) + usable.lowerBound) as UnsafePointer<UInt8>?
            }
            unsafe between.withUnsafeMutableBufferPointer { between in
                unsafe rows.weights.withUnsafeBufferPointer { weights in
                    unsafe azj_scale_rows(
                        sources, weights.baseAddress! + Int(rows.kinds[row]) * rows.taps, Int32(rows.taps),
                        between.baseAddress! + (usable.lowerBound - named.lowerBound), Int32(usable.count))
                }
                let inner = usable.lowerBound - named.lowerBound..<usable.upperBound - named.lowerBound
                for place in 0..<inner.lowerBound { unsafe between[place] = unsafe between[inner.lowerBound] }
                for place in inner.upperBound..<between.count { unsafe between[place] = unsafe between[inner.upperBound - 1] }
            }
            unsafe azj_scale_columns(
                between, starts, columns.kinds, columns.weights, Int32(columns.taps), to.row(row), Int32(columns.starts.count))
        }
    }
}
