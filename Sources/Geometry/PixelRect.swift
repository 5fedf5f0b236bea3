// PixelRect: a rectangle of whole pixels. It is half open: pixels at maxX or maxY are outside.

/// A rectangle in whole pixels that covers [x, x + width) by [y, y + height). The edges must fit into `Int`.
public struct PixelRect: Hashable, Sendable {
    /// The first column.
    public var x: Int
    /// The first row.
    public var y: Int
    /// The number of columns.
    public var width: Int
    /// The number of rows.
    public var height: Int

    /// Creates a rectangle in pixels. Nothing is checked.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The rectangle of a whole image.
    public init(_ size: PixelSize) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// The width and height.
    public var size: PixelSize { PixelSize(width: width, height: height) }

    /// The first column to the right of the rectangle.
    public var maxX: Int { x + width }

    /// The first row below the rectangle.
    public var maxY: Int { y + height }

    /// True when the rectangle covers no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    /// The pixels that both rectangles cover.
    /// - Returns: nil when the rectangles share no pixel.
    public func intersection(_ other: PixelRect) -> PixelRect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let common = PixelRect(x: left, y: top, width: min(maxX, other.maxX) - left, height: min(maxY, other.maxY) - top)
        return common.isEmpty ? nil : common
    }
}
