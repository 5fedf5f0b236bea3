// PyramidGrid: the level for a reduced image, and a region of the image in the pixels of a level.

extension PyramidGrid {
    /// The smallest level with at least as many pixels as the image has at that scale, or the last level when none has.
    /// - Parameter scale: output pixels per image pixel, above 0.
    public func level(forScale scale: Double) -> Int {
        // Products with powers of two are exact; a logarithm would not be.
        (0..<levelCount).first { Double(scaleFactor(ofLevel: $0)) * scale <= 1 } ?? levelCount - 1
    }

    /// A region of the image in the pixels of a level. Its edges are rounded to the nearest pixel.
    /// - Parameters:
    ///   - region: in image pixels, within the image.
    ///   - level: within `0..<levelCount`.
    /// - Returns: at least one pixel.
    public func part(_ region: PixelRect, ofLevel level: Int) -> PixelRect {
        let factor = scaleFactor(ofLevel: level)
        let size = size(ofLevel: level)
        func axis(_ start: Int, _ end: Int, full: Int, _ extent: Int) -> Range<Int> {
            let first = min((start + factor / 2) / factor, extent - 1)
            // The edge of the image is the edge of the level, which is rounded up.
            let last = end == full ? extent : min((end + factor / 2) / factor, extent)
            return first..<max(first + 1, last)
        }
        let x = axis(region.x, region.maxX, full: self.size.width, size.width)
        let y = axis(region.y, region.maxY, full: self.size.height, size.height)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}
