// Point: a place in the plane, in the units its user says (CSS pixels, image pixels or unit coordinates).

/// A point, or a distance along both axes. Which unit it has is said where it is used.
public struct Point: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    public static let zero = Point(x: 0, y: 0)

    /// The middle of a unit square: the anchor that a viewport has where none is given.
    public static let centre = Point(x: 0.5, y: 0.5)
}
