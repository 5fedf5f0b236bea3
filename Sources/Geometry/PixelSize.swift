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
}
