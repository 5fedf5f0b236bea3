// ImageFormat: the image formats that the server writes, with their names in URLs and header fields.

/// A format in which tiles and images are encoded.
public enum ImageFormat: UInt8, CaseIterable, Hashable, Sendable {
    case jpg
    case png
    case webp
    case avif
    case gif
    case tif
    case jp2

    /// The format with this name in a URL. Allocates nothing.
    /// - Parameter fileExtension: the name without a dot, in lower case. Only the spellings of `fileExtension` are known ("jpeg" is
    ///   unknown).
    /// - Returns: nil for any other name.
    public init?(fileExtension: Span<UInt8>) {
        guard fileExtension.count == 3 || fileExtension.count == 4 else { return nil }
        // The letters are packed into one number behind a leading 1. Without the 1, leading NUL bytes would be ignored.
        var letters: UInt64 = 1
        for index in fileExtension.indices { letters = letters << 8 | UInt64(fileExtension[index]) }
        switch letters {
        case 0x16a_7067: self = .jpg
        case 0x170_6e67: self = .png
        case 0x1_7765_6270: self = .webp
        case 0x1_6176_6966: self = .avif
        case 0x167_6966: self = .gif
        case 0x174_6966: self = .tif
        case 0x16a_7032: self = .jp2
        default: return nil
        }
    }

    /// True when our encoder settings keep every pixel value.
    public var isLossless: Bool { self == .png || self == .tif }

    /// The name in a URL, without the dot.
    public var fileExtension: String {
        switch self {
        case .jpg: "jpg"
        case .png: "png"
        case .webp: "webp"
        case .avif: "avif"
        case .gif: "gif"
        case .tif: "tif"
        case .jp2: "jp2"
        }
    }

    /// The media type, as in the Content-Type field.
    public var mediaType: String {
        switch self {
        case .jpg: "image/jpeg"
        case .png: "image/png"
        case .webp: "image/webp"
        case .avif: "image/avif"
        case .gif: "image/gif"
        case .tif: "image/tiff"
        case .jp2: "image/jp2"
        }
    }

    /// True when our encoder keeps the alpha channel. For other formats the image is composited over a background first.
    /// GIF counts as false: its pixels are either transparent or opaque.
    public var keepsAlpha: Bool {
        switch self {
        case .png, .webp, .avif, .tif: true
        case .jpg, .gif, .jp2: false
        }
    }
}
