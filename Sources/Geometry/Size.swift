// Size: a fractional width and height, such as those of a view in CSS pixels.

/// A width and a height. The declaration that uses it names the unit.
public struct Size: Hashable, Sendable {
    /// The horizontal extent.
    public var width: Double
    /// The vertical extent.
    public var height: Double

    /// Creates a size.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
