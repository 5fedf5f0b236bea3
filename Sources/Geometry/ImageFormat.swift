// ImageFormat: the encodings an answer can have, with the names that URLs and headers use for them.

/// A format in which tiles and images are written.
public enum ImageFormat: UInt8, CaseIterable, Hashable, Sendable {
    case jpg
    case png
    case webp
    case avif
    case gif
    case tif
    case jp2

    /// The format whose name in a URL is exactly these bytes: lower case, no dot, no other spelling ("jpeg" is none). Allocates nothing.
    public init?(fileExtension: Span<UInt8>) {
        guard fileExtension.count == 3 || fileExtension.count == 4 else { return nil }
        // The letters packed into one number behind a 1, without which a leading NUL would not count.
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

    /// Whether pixels come out of it as they went in, as we write it.
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

    /// The value of Content-Type.
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

    /// True where a pixel's transparency survives; otherwise the image is laid on a background first.
    /// GIF is false: it knows only all or nothing.
    public var keepsAlpha: Bool {
        switch self {
        case .png, .webp, .avif, .tif: true
        case .jpg, .gif, .jp2: false
        }
    }
}
