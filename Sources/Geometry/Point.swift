// Point: a point in the plane, in the unit that its use names (CSS pixels, image pixels or unit coordinates).

/// A point, or a distance along both axes. The declaration that uses it names the unit.
public struct Point: Hashable, Sendable {
    /// The horizontal coordinate; it grows to the right.
    public var x: Double
    /// The vertical coordinate; it grows downwards.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)

    /// The centre of the unit square: the default anchor of a viewport.
    public static let centre = Point(x: 0.5, y: 0.5)
}
