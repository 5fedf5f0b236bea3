// Rect: a rectangle in the plane with fractional edges.

/// A rectangle with its origin at the top left. The declaration that uses it names the unit.
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
