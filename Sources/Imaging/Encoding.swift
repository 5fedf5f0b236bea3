// Encoding: the format and quality of an encoded image.
public import Geometry
private import CVips

/// How an image is written.
public struct Encoding: Hashable, Sendable {
    public var format: ImageFormat
    /// 1 to 100; used by lossy formats only. Below 90, JPEG has chroma of half the size.
    public var quality: Int

    public init(_ format: ImageFormat, quality: Int = 80) {
        self.format = format
        self.quality = quality
    }

    /// Whether a JPEG of this quality has chroma of half the size.
    public var halvesChroma: Bool { quality < 90 }

    /// The most pixels that an image of this format can have on a side.
    public var maximumSide: Int {
        switch format {
        // The limit of libjpeg, below that of the format.
        case .jpg: 65_500
        case .gif: 65_535
        case .webp, .avif: 16_383
        case .png, .tif, .jp2: 10_000_000
        }
    }

    /// The formats that the linked libvips can write.
    public static let writable: Set<ImageFormat> = Set(
        ImageFormat.allCases.filter { unsafe vips_type_find("VipsOperation", $0.saver) != 0 })

    /// Throws `unsupported` if the format cannot be written or cannot hold an image of that size.
    func check(_ size: PixelSize) throws(ImagingError) {
        guard Self.writable.contains(format) else {
            throw .unsupported(reason: "\(format.fileExtension) cannot be written by this build of libvips")
        }
        guard size.width >= 1, size.height >= 1 else { throw .unsupported(reason: "an image has at least one pixel") }
        guard size.longerSide <= maximumSide else {
            throw .unsupported(reason: "\(format.fileExtension) has at most \(maximumSide) pixels on a side")
        }
    }
}

extension ImageFormat {
    /// The name of libvips' operation that writes the format.
    fileprivate var saver: String {
        switch self {
        case .jpg: "jpegsave_buffer"
        case .png: "pngsave_buffer"
        case .webp: "webpsave_buffer"
        case .avif: "heifsave_buffer"
        case .gif: "gifsave_buffer"
        case .tif: "tiffsave_buffer"
        case .jp2: "jp2ksave_buffer"
        }
    }
}
