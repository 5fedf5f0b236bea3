// From pigment to colour: the look of cobalt and ochre under a milky tin glaze, as a table for each of a few firings.
import Glibc

/// Red, green and blue in 16-bit lanes of one word, so that a single multiplication lights all three.
typealias Lanes = UInt64

struct Palette: Sendable {
    /// The value of neutral light, which does not change a colour. Above it a glaze shines.
    static let neutralLight = 236

    /// The colour of each depth of cobalt, to be multiplied by light and divided by 256.
    let cobalt: [Lanes]

    /// `warmth` -1...1 from a bluish to a creamy white, `depth` about 1 how strongly the cobalt came out of the kiln, `brightness` about 1.
    init(warmth: Float, depth: Float, brightness: Float) {
        cobalt = (0...255).map { ink in
            let colour = Palette.blue(powf(Float(ink) / 255, 1 / depth))
            let tint = (1 + 0.006 * warmth, 1 + 0.001 * warmth, 1 - 0.014 * warmth)
            // Lanes hold up to 257 x 255 without running over.
            let gain = brightness * 256 / Float(Palette.neutralLight)
            return Palette.lanes(colour.0 * tint.0 * gain, colour.1 * tint.1 * gain, colour.2 * tint.2 * gain)
        }
    }

    /// The part of the colour below that each depth of ochre transmits, in 256ths.
    static let ochre: [Lanes] = (0...255).map { amount in
        let t = Float(amount) / 255
        return lanes(256 * (1 - 0.10 * t * t), 256 * (1 - 0.18 * t - 0.22 * t * t), 256 * (1 - 0.85 * t))
    }

    /// A colour seen through ochre.
    static func tinted(_ colour: Lanes, by filter: Lanes) -> Lanes {
        let red = ((colour & 0xFFFF) &* (filter & 0xFFFF)) &>> 8
        let green = (((colour &>> 16) & 0xFFFF) &* ((filter &>> 16) & 0xFFFF)) &>> 8
        let blue = (((colour &>> 32) & 0xFFFF) &* ((filter &>> 32) & 0xFFFF)) &>> 8
        return red | green &<< 16 | blue &<< 32
    }

    private static let stops: [(Float, Float, Float, Float)] = [
        (0, 241, 239, 230), (0.09, 223, 228, 229), (0.25, 172, 192, 219), (0.45, 105, 141, 196),
        (0.64, 58, 94, 166), (0.83, 30, 56, 129), (1, 17, 30, 88),
    ]

    private static func blue(_ ink: Float) -> (Float, Float, Float) {
        var i = 0
        while i < stops.count - 2 && ink > stops[i + 1].0 { i += 1 }
        let (a, b) = (stops[i], stops[i + 1])
        let t = ((ink - a.0) / (b.0 - a.0)).clamped(to: 0...1)
        return (mix(a.1, b.1, t), mix(a.2, b.2, t), mix(a.3, b.3, t))
    }

    private static func lanes(_ red: Float, _ green: Float, _ blue: Float) -> Lanes {
        Lanes(min(red, 256)) | Lanes(min(green, 256)) << 16 | Lanes(min(blue, 256)) << 32
    }
}
