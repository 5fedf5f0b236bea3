// PixelSize: the width and height of an image, a level or a tile, in whole pixels.

/// A size in whole pixels. Images and levels have sides of at least 1; this type does not check it.
public struct PixelSize: Hashable, Sendable {
    /// In pixels.
    public var width: Int
    /// In pixels.
    public var height: Int

    /// Creates a size in pixels. Nothing is checked.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The number of pixels, or `Int.max` when it does not fit into `Int`.
    public var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The longer of the two sides.
    public var longerSide: Int { max(width, height) }

    /// The shorter of the two sides.
    public var shorterSide: Int { min(width, height) }
}

extension PixelSize {
    /// This size halved `times` times, each side rounded up. This is how the levels of a pyramid shrink.
    /// - Parameter times: 0 to 62. The sides must be 1 to 2^31.
    public func halved(times: Int) -> PixelSize {
        func shrunk(_ length: Int) -> Int { (length + (1 << times) - 1) >> times }
        return PixelSize(width: shrunk(width), height: shrunk(height))
    }

    /// The size of this shape whose longer side is `side`, or this size when its longer side is not longer than `side`.
    /// - Parameter side: in pixels, at least 1.
    /// - Returns: a size whose sides are rounded to the nearest pixel and at least 1.
    public func fitting(side: Int) -> PixelSize {
        guard longerSide > side else { return self }
        func scaled(_ length: Int) -> Int { max(1, (2 * length * side + longerSide) / (2 * longerSide)) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
