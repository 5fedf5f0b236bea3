// PixelRect: a rectangle of whole pixels, half open: a pixel at maxX or maxY is outside.

/// A rectangle in whole pixels that covers [x, x + width) by [y, y + height). Edges must stay within `Int`.
public struct PixelRect: Hashable, Sendable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole of an image of this size.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The first column right of the rectangle.
    public var maxX: Int { x + width }

    /// The first row below the rectangle.
    public var maxY: Int { y + height }

    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// What both rectangles cover; nil where they share no pixel.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let common = PixelRect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.isEmpty ? nil : common
    }
}
