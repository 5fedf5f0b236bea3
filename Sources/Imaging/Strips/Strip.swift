// Strip: rows of an image's pixels as tiles are cut from them, in one allocation.
private import CJPEG
private import Glibc
internal import Geometry

/// A number of whole rows of one level of an image, as planes. Not locked: one thread fills and pads it, then several may read it at once,
/// and halve different columns of it into another.
@safe public final class Strip: @unchecked Sendable {
    /// One plane: `base` is the first of `stride` bytes a row.
    @unsafe struct Plane {
        let base: UnsafeMutablePointer<UInt8>
        let stride: Int
        /// By how many binary digits the plane is smaller than the image.
        let shift: Int

        func row(_ row: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + row * stride }
    }

    public let layout: StripLayout
    /// Pixels of a row.
    public let width: Int
    /// The most rows that it can hold, a multiple of 16.
    public let capacity: Int
    /// How many rows are there.
    public internal(set) var rows = 0
    let planes: [Plane]
    private let memory: UnsafeMutableRawPointer

    /// Rows are rounded up to this many pixels, so that edges of blocks need no care.
    private static let alignment = 64

    /// - Parameter capacity: a multiple of 16.
    public init(layout: StripLayout, width: Int, capacity: Int) {
        precondition(capacity > 0 && capacity % 16 == 0 && width > 0, "a strip has pixels, and rows of whole blocks")
        self.layout = layout
        self.width = width
        self.capacity = capacity
        let stride = (width + Strip.alignment - 1) / Strip.alignment * Strip.alignment * layout.bytesPerPixel
        let sizes = layout.shifts.map { (stride >> $0) * (capacity >> $0) }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: sizes.reduce(0, +), alignment: Strip.alignment)
        unsafe self.memory = unsafe memory
        var offset = 0
        unsafe planes = zip(layout.shifts, sizes).map { shift, size in
            defer { offset += size }
            return unsafe Plane(base: (memory + offset).assumingMemoryBound(to: UInt8.self), stride: stride >> shift, shift: shift)
        }
    }

    deinit { unsafe memory.deallocate() }

    /// Makes room for rows that other strips are halved to.
    public func begin(rows: Int) {
        precondition((1...capacity).contains(rows), "a strip has rows, and not more than it can hold")
        self.rows = rows
    }

    /// Repeats the last pixel of each row, and the last row, up to whole blocks: to be called when all rows are there. Halving and encoding
    /// then need no care at the edges.
    public func pad() {
        let bytes = layout.bytesPerPixel
        for index in unsafe planes.indices {
            let plane = unsafe planes[index]
            let width = unsafe scaled(self.width, plane)
            let height = unsafe scaled(rows, plane)
            let extra = unsafe min(16, plane.stride / bytes - width)
            for row in 0..<height {
                let end = unsafe plane.row(row) + width * bytes
                for byte in 0..<extra * bytes { unsafe end[byte] = unsafe end[byte - bytes] }
            }
            let end = unsafe min((height + 15) & ~15, capacity >> plane.shift)
            for row in height..<end {
                unsafe memcpy(plane.row(row), plane.row(height - 1), (width + extra) * bytes)
            }
        }
    }

    /// Halves a range of columns into a strip of the level above: each pixel is the rounded mean of two by two.
    /// - Parameters:
    ///   - columns: in pixels of this strip; begins at a multiple of 8, so that the half of halved chroma begins
    ///     at an even column as its rounding needs, and ends at one or at the strip's width.
    ///   - row: the row of `parent` where the halved rows begin; even.
    public func halve(columns: Range<Int>, into parent: Strip, atRow row: Int) {
        precondition(columns.lowerBound % 8 == 0, "what is rounded down and up in turn begins with an even column")
        for index in unsafe planes.indices {
            let (plane, target) = unsafe (planes[index], parent.planes[index])
            let first = unsafe columns.lowerBound >> plane.shift
            let count = unsafe (scaled(columns.upperBound, plane) - first + 1) / 2
            let lines = unsafe (scaled(rows, plane) + 1) / 2
            for line in 0..<lines {
                let bytes = layout.bytesPerPixel
                let upper = unsafe plane.row(2 * line) + first * bytes
                let lower = unsafe plane.row(2 * line + 1) + first * bytes
                let half = unsafe target.row((row >> target.shift) + line) + first / 2 * bytes
                switch layout {
                case .grey, .colour: unsafe azj_halve(upper, lower, half, Int32(count))
                case .alpha(let bands): unsafe azj_halve_alpha(upper, lower, half, Int32(count), Int32(bands))
                case .rgb: unsafe azj_halve_rgb(upper, lower, half, Int32(count))
                }
            }
        }
    }

    /// An extent of the image in pixels of a plane, rounded up.
    private func scaled(_ extent: Int, _ plane: Plane) -> Int { unsafe (extent + (1 << plane.shift) - 1) >> plane.shift }
}
