// Colour: what lies behind a transparent image, and around one that does not fill its view.

/// An sRGB colour with straight alpha, 8 bits a channel.
public struct Colour: Hashable, Sendable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    /// 255 is opaque.
    public var alpha: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    /// What is seen of this colour in front of an opaque one.
    public func composited(over background: Colour) -> Colour {
        func mixed(_ front: UInt8, _ back: UInt8) -> UInt8 {
            let alpha = Int(alpha)
            let sum = Int(front) * alpha + Int(back) * (255 - alpha)
            return UInt8((sum + 127) / 255)
        }
        return Colour(red: mixed(red, background.red), green: mixed(green, background.green), blue: mixed(blue, background.blue))
    }

    public static let white = Colour(red: 255, green: 255, blue: 255)
    public static let transparent = Colour(red: 0, green: 0, blue: 0, alpha: 0)
}
