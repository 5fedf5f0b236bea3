// How levels that a file holds lie against the grid's: halved with floor, or at scales that are no powers of two.

public import Geometry

extension PixelSize {
    /// How many pixels of a level of this size a whole image covers. Where each halving rounded, up or down, that is a fraction.
    /// - Parameter factor: by which the grid's level is smaller than the image; a level of the file's own may have another.
    public func covered(by full: PixelSize, factor: Int) -> Size {
        func axis(_ extent: Int, _ full: Int) -> Double {
            let factors = [Double(factor), (Double(full) / Double(extent)).rounded()]
            return factors.map { Double(full) / $0 }.first { abs($0 - Double(extent)) < 1 } ?? Double(extent)
        }
        return Size(width: axis(width, full.width), height: axis(height, full.height))
    }
}

extension PixelRect {
    /// The same part of a picture that has another size. Where that is shorter by the pixel that halving with floor drops, the part lies where
    /// it lay, and may reach over the edge by that pixel.
    public func scaled(from: PixelSize, to: PixelSize) -> PixelRect {
        func axis(_ start: Int, _ count: Int, _ from: Int, _ to: Int) -> Range<Int> {
            if abs(from - to) <= 1 {
                let first = min(start, to - 1)
                return first..<first + count
            }
            let ratio = Double(to) / Double(from)
            let first = min(Int((Double(start) * ratio).rounded()), to - 1)
            return first..<max(first + 1, min(Int((Double(start + count) * ratio).rounded()), to))
        }
        let horizontal = axis(x, width, from.width, to.width)
        let vertical = axis(y, height, from.height, to.height)
        return PixelRect(x: horizontal.lowerBound, y: vertical.lowerBound, width: horizontal.count, height: vertical.count)
    }
}
