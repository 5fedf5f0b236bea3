// Rect: a rectangle in the plane with fractional edges.

/// A rectangle with its origin at the top left. The declaration that uses it names the unit.
public struct Rect: Hashable, Sendable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The distance to the right edge.
    public var width: Double
    /// The distance to the bottom edge.
    public var height: Double

    /// Creates a rectangle.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
