// The memory that it takes to decode an image, where it grows with the image.
internal import Geometry
private import CVips

extension ImageDescription {
    /// The memory that it takes to decode the picture, beyond that of common pictures, about, in bytes. 0 when the decoder reads the file
    /// row by row, and the rows are not very long. The bounds were measured with libvips 8.14 and its codecs, and rounded up.
    public var decodeBytes: Int {
        // A picture that can be read region by region is read so.
        let rows = sourceLevels.isEmpty ? max(0, rowBytes(of: nil) - ImageDescription.commonBytes) : 0
        let held = max(size.area.multipliedClamping(by: decodeBytesPerPixel), encodedBytes).addingClamping(rows)
        guard !isReadInOrder else { return held }
        // A picture that is turned is first decoded as a whole: in memory up to a threshold, else in a temporary file.
        let whole = size.area.multipliedClamping(by: max(1, bands * bitsPerBand / 8))
        return held.addingClamping(min(whole, Int(clamping: vips_get_disc_threshold())))
    }

    /// The memory that libvips uses for rows of the picture, or of one of its levels, about, in bytes. Measured with PNG. Of tiles it keeps
    /// two and a half rows.
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

    /// The memory of common pictures, in bytes, which is not limited: those of up to some 64,000 pixels in width.
    public static let commonBytes = 128 << 20

    /// True for a JPEG of several scans and an interlaced PNG, which show the whole picture early and coarsely.
    public var isProgressive: Bool { (loader == .jpeg || loader == .png) && decodeBytesPerPixel > 0 }
}

extension TIFFDirectory {
    /// The limit of a small encoded strip, in bytes.
    private static let smallCount = 1 << 25

    /// The memory for a strip of JPEG, in bytes: we and libtiff each read all of its bytes. 0 when the strip is small. A whole picture may
    /// be one strip.
    func encodedBytes(in file: ImageSource) -> Int {
        guard isJPEG, !isTiled else { return 0 }
        let (whole, overflow) = SourceTiles.maximumByteCount(of: chunkSize).multipliedReportingOverflow(by: 2)
        let count = min(overflow ? .max : whole, file.identity.size.multipliedClamping(by: 2))
        return count > Self.smallCount ? count : 0
    }
}

extension Loader {
    /// The memory of the decoder for each pixel of the whole image, in bytes; 0 when it only holds some rows.
    func bytesPerPixel(of image: ImageHandle) -> Int {
        let pixel = image.bands * Int(vips_format_sizeof(image.format))
        switch self {
        case .jpeg:
            // The coefficients of all scans take 2 bytes each. With halved chroma there are half as many as samples.
            guard image.has("jpeg-multiscan") else { return 0 }
            return image.bands == 3 && image.text("jpeg-chroma-subsample") == "4:2:0" ? 3 : 2 * image.bands
        case .png: return image.has("interlaced") ? pixel : 0
        // The picture, and planes or ARGB in the decoder.
        case .webp: return pixel + 4
        case .gif: return 5
        // Planes of 16 bits, and their conversion.
        case .heif: return 4 * pixel
        // Samples of 32 bits, more of them with alpha.
        case .jxl: return image.hasAlpha ? 36 : 5 * pixel
        case .tiff, .jp2k, .ppm, .pdf, .svg, .radiance, .ndpi: return 0
        }
    }
}

extension ImageHandle {
    /// True when the loader has set a field to a number other than 0.
    fileprivate func has(_ name: String) -> Bool {
        var number: Int32 = 0
        return unsafe vips_image_get_typeof(pointer, name) != 0 && vips_image_get_int(pointer, name, &number) == 0 && number != 0
    }

    /// The text of a field that the loader has set.
    fileprivate func text(_ name: String) -> String? {
        var text: UnsafePointer<CChar>?
        guard unsafe vips_image_get_typeof(pointer, name) != 0, unsafe vips_image_get_string(pointer, name, &text) == 0 else { return nil }
        return unsafe text.map { unsafe String(cString: $0) }
    }
}

extension Int {
    /// The product, or `Int.max` when it is greater.
    fileprivate func multipliedClamping(by other: Int) -> Int {
        let (product, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? .max : product
    }

    /// The sum of two numbers that are not negative, or `Int.max` when it is greater.
    fileprivate func addingClamping(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
