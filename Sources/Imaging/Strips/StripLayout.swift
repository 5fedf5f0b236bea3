// StripLayout: how the pixels of a strip lie in memory.

/// What planes a strip has.
public enum StripLayout: Hashable, Sendable {
    /// One plane of brightness.
    case grey
    /// Planes of Y, Cb and Cr as JPEG has them (ITU-T T.871). Where chroma is halved, its planes have half the size, rounded up.
    case colour(halvesChroma: Bool)
    /// Pixels one after another, of 2 bytes (grey and alpha) or 4 (RGB and alpha).
    case alpha(bands: Int)
    /// One plane of pixels of 3 bytes: red, green, blue.
    case rgb

    /// By how many binary digits the sizes of each plane are smaller than the image's.
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
