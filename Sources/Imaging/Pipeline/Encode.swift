// Encode: pixels become the bytes of a file. The last step of every rendered image.
internal import CVips
internal import Geometry

extension ImageHandle {
    /// Computes the pixels and writes them as a file without metadata. Lazy images are decoded here.
    /// Throws `damaged` if pixels cannot be computed, `notEncoded` if only the writing fails, and `unsupported` if the format cannot
    /// hold the image.
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
}
