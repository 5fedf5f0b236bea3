// StripLayout: how the pixels of a strip lie in memory.

/// The planes of a strip.
public enum StripLayout: Hashable, Sendable {
    /// One plane of brightness.
    case grey
    /// Planes of Y, Cb and Cr as in JPEG (ITU-T T.871). Halved chroma planes have half the width and height, rounded up.
    case colour(halvesChroma: Bool)
    /// One plane of pixels of 2 bytes (grey and alpha) or 4 bytes (RGB and alpha).
    case alpha(bands: Int)
    /// One plane of pixels of 3 bytes: red, green, blue.
    case rgb

    /// For each plane, the base-2 logarithm of the factor by which it is smaller than the image.
    var shifts: [Int] {
        switch self {
        case .grey, .alpha, .rgb: [0]
        case .colour(let halvesChroma): halvesChroma ? [0, 1, 1] : [0, 0, 0]
        }
    }

    /// Bytes of a pixel in each plane.
    var bytesPerPixel: Int {
        switch self {
        case .grey, .colour: 1
        case .alpha(let bands): bands
        case .rgb: 3
        }
    }
}
