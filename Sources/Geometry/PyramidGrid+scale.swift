// Which level serves a reduced picture, and where a region of the image lies in it.

extension PyramidGrid {
    /// The smallest level that has at least as many pixels as the image has at that scale; the last where none has.
    /// - Parameter scale: pixels wanted for each pixel of the image.
    public func level(forScale scale: Double) -> Int {
        // Products with powers of two are exact, which a logarithm would not be.
        (0..<levelCount).first { Double(scaleFactor(ofLevel: $0)) * scale <= 1 } ?? levelCount - 1
    }

    /// A region of the image in the pixels of a level: those nearest to its edges, and at least one.
    public func part(_ region: PixelRect, ofLevel level: Int) -> PixelRect {
        let factor = scaleFactor(ofLevel: level)
        let size = size(ofLevel: level)
        func axis(_ start: Int, _ end: Int, full: Int, _ extent: Int) -> Range<Int> {
            let first = min((start + factor / 2) / factor, extent - 1)
            // The image's own edge is the level's edge, which is rounded up.
            let last = end == full ? extent : min((end + factor / 2) / factor, extent)
            return first..<max(first + 1, last)
        }
        let x = axis(region.x, region.maxX, full: self.size.width, size.width)
        let y = axis(region.y, region.maxY, full: self.size.height, size.height)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}
