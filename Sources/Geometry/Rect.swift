// Rect: a rectangle in the plane whose edges need not be whole.

/// A rectangle with its origin at the top left. Which unit it has is said where it is used.
public struct Rect: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
