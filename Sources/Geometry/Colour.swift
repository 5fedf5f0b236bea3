// Colour: the background behind transparent pixels and around an image that does not fill its view.

/// A colour in sRGB with straight (not premultiplied) alpha. Each channel is 0 to 255.
public struct Colour: Hashable, Sendable {
    /// The red channel, 0 to 255.
    public var red: UInt8
    /// The green channel, 0 to 255.
    public var green: UInt8
    /// The blue channel, 0 to 255.
    public var blue: UInt8

    /// The opacity: 0 is transparent, 255 is opaque.
    public var alpha: UInt8

    /// Creates a colour. All channels are 0 to 255.
    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// Composites this colour over an opaque background ("over" of Porter and Duff).
    /// - Parameter background: its alpha is ignored.
    /// - Returns: an opaque colour. Each channel is rounded to the nearest value.
    public func composited(over background: Colour) -> Colour {
        func mixed(_ front: UInt8, _ back: UInt8) -> UInt8 {
            let alpha = Int(alpha)
            let sum = Int(front) * alpha + Int(back) * (255 - alpha)
            return UInt8((sum + 127) / 255)
        }
        return Colour(red: mixed(red, background.red), green: mixed(green, background.green), blue: mixed(blue, background.blue))
    }

    /// Opaque white.
    public static let white = Colour(red: 255, green: 255, blue: 255)
    /// Transparent black.
    public static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)
}
