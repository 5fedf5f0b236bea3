// Size: an extent in the plane that need not be whole, such as a view in CSS pixels.

/// Width and height. Which unit they have is said where they are used.
public struct Size: Hashable, Sendable {
    public var width: Double
    public var height: Double

    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
