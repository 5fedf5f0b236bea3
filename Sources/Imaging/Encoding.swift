// Encoding: pixels to the bytes of a file, without metadata.
public import Geometry
private import CVips

/// How an image is written.
public struct Encoding: Hashable, Sendable {
    public var format: ImageFormat
    /// 1 to 100, for the formats that lose something. JPEG halves the chroma below 90.
    public var quality: Int

    public init(_ format: ImageFormat, quality: Int = 80) {
        self.format = format
        self.quality = quality
    }

    /// Whether a JPEG of this quality has chroma of half the size.
    public var halvesChroma: Bool { quality < 90 }

    /// The most pixels that the format can have on a side.
    public var maximumSide: Int {
        switch format {
        // libjpeg's own limit, below the format's.
        case .jpg: 65_500
        case .gif: 65_535
        case .webp, .avif: 16_383
        case .png, .tif, .jp2: 10_000_000
        }
    }

    /// The formats that the linked library can write.
    public static let writable: Set<ImageFormat> = Set(
        ImageFormat.allCases.filter { unsafe vips_type_find("VipsOperation", $0.saver) != 0 })

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

extension ImageHandle {
    /// Computes the pixels and writes them as a file. This is where a lazy image is decoded: `damaged` where that fails, `notEncoded` where
    /// only the writing does.
    func encoded(_ encoding: Encoding) throws(ImagingError) -> [UInt8] {
        try encoding.check(PixelSize(width: width, height: height))
        let quality = Int32(max(1, min(100, encoding.quality)))
        var hasFailed: UnsafeMutablePointer<gint>?
        let watched = try Vips.run { out in unsafe azv_watched(pointer, out, &hasFailed) }
        let image = unsafe watched.pointer
        var data: UnsafeMutableRawPointer?
        var count = 0
        let result =
            switch encoding.format {
            case .jpg: unsafe azv_save_jpeg(image, &data, &count, quality)
            case .png: unsafe azv_save_png(image, &data, &count)
            case .webp: unsafe azv_save_webp(image, &data, &count, quality)
            case .avif: unsafe azv_save_avif(image, &data, &count, quality)
            case .gif: unsafe azv_save_gif(image, &data, &count)
            case .tif: unsafe azv_save_tiff(image, &data, &count)
            case .jp2: unsafe azv_save_jp2(image, &data, &count, quality)
            }
        defer { unsafe g_free(data) }
        guard result == 0 else {
            throw Vips.failure(in: withExtendedLifetime(watched) { unsafe hasFailed?.pointee != 0 } ? .reading : .encoding)
        }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
    }

    /// The image on an opaque background, without alpha. An image without alpha is returned as it is.
    func flattened(on background: Colour) throws(ImagingError) -> ImageHandle {
        guard hasAlpha else { return self }
        let image = try background.isGrey ? self : inFullColour()
        var colour = background.values(bands: image.bands - 1)
        let count = Int32(colour.count)
        return try Vips.run { out in unsafe azv_flatten(image.pointer, out, &colour, count) }
    }

    /// Three colour bands where there is one; alpha stays.
    func inFullColour() throws(ImagingError) -> ImageHandle {
        guard bands < 3 else { return self }
        return try Vips.run { out in unsafe azv_colourspace(pointer, out, VIPS_INTERPRETATION_sRGB) }
    }
}

extension Colour {
    var isGrey: Bool { red == green && green == blue }

    /// One number for each band: grey, grey and alpha, red green blue, or red green blue alpha.
    func values(bands: Int) -> [Double] {
        let colours = bands < 3 ? [red] : [red, green, blue]
        return (bands % 2 == 0 ? colours + [alpha] : colours).map(Double.init)
    }
}
