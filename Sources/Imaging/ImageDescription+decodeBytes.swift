// Memory that grows with the image: which decoders hold all of it, and how much that is.
internal import Geometry
private import CVips

extension ImageDescription {
    /// About how many bytes of memory it takes to decode the picture, beyond what pictures commonly take: 0 where the decoder goes through
    /// the file row by row, and the rows are not very long. The bounds for libvips 8.14 and its codecs were measured, and rounded up.
    public var decodeBytes: Int {
        // What can be read region by region is.
        let rows = sourceLevels.isEmpty ? max(0, rowBytes(of: nil) - ImageDescription.commonBytes) : 0
        let held = max(size.area.multipliedClamping(by: decodeBytesPerPixel), encodedBytes).addingClamping(rows)
        guard !isReadInOrder else { return held }
        // What is turned is decoded as a whole first: in memory up to a threshold, beyond it in a temporary file.
        let whole = size.area.multipliedClamping(by: max(1, bands * bitsPerBand / 8))
        return held.addingClamping(min(whole, Int(clamping: vips_get_disc_threshold())))
    }

    /// About how many bytes libvips holds of the picture, or of a level of it, while it goes through its rows: measured of PNG. Of tiles it
    /// holds two and a half rows.
    public func rowBytes(of level: SourceLevel?) -> Int {
        let size = (level?.size ?? self.size).turned(orientation)
        let pixels: Int
        if let tile = (level?.directory ?? directory)?.tileSize {
            let columns = (size.width + tile.width - 1) / tile.width
            let rows = max(min((size.height + tile.height - 1) / tile.height * tile.height, 5 * tile.height / 2), min(size.height, 680))
            pixels = (columns * tile.width).multipliedClamping(by: rows)
        } else {
            pixels = size.width * min(size.height, 680)
        }
        return pixels.multipliedClamping(by: max(1, bands * bitsPerBand / 8))
    }

    /// Bytes that a picture may take without being asked about: those of common ones, up to some 64,000 pixels wide.
    public static let commonBytes = 128 << 20

    /// Whether it is a JPEG of several scans or an interlaced PNG: one that shows the whole picture early and coarsely.
    public var isProgressive: Bool { (loader == .jpeg || loader == .png) && decodeBytesPerPixel > 0 }
}

extension TIFFDirectory {
    /// Bytes up to which an encoded strip is taken for a small one: such as any picture may have in memory.
    private static let smallCount = 1 << 25

    /// What a strip of JPEG takes while it is looked at, by us and then by libtiff, each of which reads all of its bytes: 0 where that is
    /// little. A picture may be one strip.
    func encodedBytes(in file: SourceFile) -> Int {
        guard isJPEG, !isTiled else { return 0 }
        let (whole, overflow) = SourceTiles.maximumByteCount(of: chunkSize).multipliedReportingOverflow(by: 2)
        let count = min(overflow ? .max : whole, file.identity.size.multipliedClamping(by: 2))
        return count > Self.smallCount ? count : 0
    }
}

extension Loader {
    /// What the decoder holds for each pixel of the image.
    func bytesPerPixel(of image: ImageHandle) -> Int {
        let pixel = image.bands * Int(vips_format_sizeof(image.format))
        switch self {
        case .jpeg:
            // The coefficients of all scans, 2 bytes each; with halved chroma there are half as many of them as samples.
            guard image.has("jpeg-multiscan") else { return 0 }
            return image.bands == 3 && image.text("jpeg-chroma-subsample") == "4:2:0" ? 3 : 2 * image.bands
        case .png: return image.has("interlaced") ? pixel : 0
        // The picture, and planes or ARGB behind it.
        case .webp: return pixel + 4
        case .gif: return 5
        // Planes of 16 bits, and what is made of them.
        case .heif: return 4 * pixel
        // Numbers of 32 bits, more of them with alpha.
        case .jxl: return image.hasAlpha ? 36 : 5 * pixel
        case .tiff, .jp2k, .ppm, .pdf, .svg, .radiance, .ndpi: return 0
        }
    }
}

extension ImageHandle {
    /// Whether the loader has said that.
    fileprivate func has(_ name: String) -> Bool {
        var number: Int32 = 0
        return unsafe vips_image_get_typeof(pointer, name) != 0 && vips_image_get_int(pointer, name, &number) == 0 && number != 0
    }

    /// A text that the loader has set.
    fileprivate func text(_ name: String) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe vips_image_get_typeof(pointer, name) != 0, unsafe vips_image_get_string(pointer, name, &text) == 0 else { return nil }
        return unsafe text.map { unsafe String(cString: $0) }
    }
}

extension Int {
    /// The product, or `Int.max` where it is greater.
    fileprivate func multipliedClamping(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// The sum of two that are not negative, or `Int.max` where it is greater.
    fileprivate func addingClamping(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
