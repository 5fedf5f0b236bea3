// PixelSize: width and height of an image, a level or a tile in whole pixels.

/// A size in whole pixels. Sizes of images and levels are at least 1 on each side; the type itself does not insist.
public struct PixelSize: Hashable, Sendable {
    public var width: Int
    public var height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Width times height, or `Int.max` where the product is greater.
    public var area: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The longer of the two sides.
    public var longerSide: Int { max(width, height) }

    /// The lesser of both.
    public var shorterSide: Int { min(width, height) }
}

extension PixelSize {
    /// This size halved so many times, each side rounded up. For sides of 1 to 2^31, and 0 to 62 times.
    public func halved(times: Int) -> PixelSize {
        func shrunk(_ length: Int) -> Int { (length + (1 << times) - 1) >> times }
        return PixelSize(width: shrunk(width), height: shrunk(height))
    }

    /// This size, or a smaller one of the same shape whose longer side is `side`, at least 1.
    public func fitting(side: Int) -> PixelSize {
        guard longerSide > side else { return self }
        func scaled(_ length: Int) -> Int { max(1, (2 * length * side + longerSide) / (2 * longerSide)) }
        return PixelSize(width: scaled(width), height: scaled(height))
    }
}
