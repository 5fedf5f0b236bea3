// Strip: whole rows of an image, in one allocation. Tiles are cut from strips.
private import CJPEG
private import Glibc
internal import Geometry

/// Whole rows of one level of an image, as planes. Has no lock: one thread fills and pads a strip; after that several threads may read it,
/// and halve different columns of it into another strip.
@safe public final class Strip: @unchecked Sendable {
    /// One plane: `base` is its first byte, `stride` its bytes per row.
    @unsafe struct Plane {
        let base: UnsafeMutablePointer<UInt8>
        let stride: Int
        /// The base-2 logarithm of the factor by which the plane is smaller than the image.
        let shift: Int

        func row(_ row: Int) -> UnsafeMutablePointer<UInt8> { unsafe base + row * stride }
    }

    public let layout: StripLayout
    /// Pixels of a row.
    public let width: Int
    /// Rows at most; a multiple of 16.
    public let capacity: Int
    /// The number of rows in it.
    public internal(set) var rows = 0
    let planes: [Plane]
    private let memory: UnsafeMutableRawPointer

    /// Rows have room for a multiple of so many pixels: whole blocks fit into them.
    private static let alignment = 64

    /// Allocates memory for a strip.
    /// - Parameters:
    ///   - width: pixels of a row, at least 1.
    ///   - capacity: rows; a multiple of 16.
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

    /// Sets the number of rows of a strip that receives halved strips.
    public func begin(rows: Int) {
        precondition((1...capacity).contains(rows), "a strip has rows, and not more than it can hold")
        self.rows = rows
    }

    /// Repeats the last pixel of each row, and the last row, up to whole blocks, as halving and encoding need it. Call it when all rows are
    /// in the strip.
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
    ///   - columns: in pixels of this strip. Begins at a multiple of 8, so that halved chroma, too, begins at an even column, which the
    ///     rounding requires. Ends at a multiple of 8 or at the strip's width.
    ///   - row: the row of `parent` where the halved rows begin; even.
    public func halve(columns: Range<Int>, into parent: Strip, atRow row: Int) {
        precondition(columns.lowerBound % 8 == 0, "rounding down and up in turn has to begin at an even column")
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

    /// A length of the image in pixels of a plane, rounded up.
    private func scaled(_ extent: Int, _ plane: Plane) -> Int { unsafe (extent + (1 << plane.shift) - 1) >> plane.shift }
}
