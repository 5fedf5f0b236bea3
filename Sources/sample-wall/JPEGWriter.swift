// Writes a JPEG file of any size from rows that are generated while the file is written.

// The headers of CVips include that of CSource.
private import CSource
private import CVips

/// Writes images that are never in memory as a whole.
enum JPEGWriter {
    /// Why a file could not be written, in the words of libvips.
    struct Failure: Error, Equatable {
        let reason: String
    }

    /// Puts whole rows, 8-bit sRGB of three bytes a pixel without padding, into `strip`. The array may arrive empty.
    typealias Fill = @Sendable (_ rows: Range<Int>, _ strip: inout [UInt8]) -> Void

    /// Writes an image of `width` x `height` pixels to `path`, with a JPEG quality of 1 to 100. JPEG allows at most 65,500 pixels a side.
    ///
    /// libvips must have been started. `fill` is called once for every row, for a strip of rows at a time, from several threads at once;
    /// the memory in use is that of a few strips. Returns when the file is complete. Throws if libvips cannot write the file, and if
    /// `fill` leaves another number of bytes than `rows.count * width * 3`.
    static func write(to path: String, width: Int, height: Int, quality: Int, fill: @escaping Fill) throws(Failure) {
        let filler = RowFiller(fill)
        let result = withExtendedLifetime(filler) { () -> Int32 in
            let data = unsafe Unmanaged.passUnretained(filler).toOpaque()
            guard let image = unsafe azv_generated(Int32(width), Int32(height), fillRegion, data) else { return -1 }
            defer { unsafe g_object_unref(image) }
            return unsafe azv_save_jpeg_file(image, path, Int32(quality))
        }
        guard result == 0 else { throw Failure(reason: takeReason()) }
    }

    /// Reads and clears the error text of libvips, without its line breaks.
    private static func takeReason() -> String {
        guard let text = unsafe vips_error_buffer_copy() else { return "" }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text).split(separator: "\n").joined(separator: "; ")
    }
}

/// Carries a closure through the untyped pointer of a C callback.
private final class RowFiller: Sendable {
    let fill: JPEGWriter.Fill

    init(_ fill: @escaping JPEGWriter.Fill) { self.fill = fill }
}

/// Fills the rows of a region: the `generate` function of a `VipsImage`. Called on threads of libvips.
@c private func fillRegion(
    _ region: UnsafeMutablePointer<VipsRegion>?, _ sequence: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?,
    _ unused: UnsafeMutableRawPointer?, _ stop: UnsafeMutablePointer<gboolean>?
) -> Int32 {
    guard let region = unsafe region, let data = unsafe data else { return -1 }
    let filler = unsafe Unmanaged<RowFiller>.fromOpaque(data).takeUnretainedValue()
    let valid = unsafe region.pointee.valid
    let rows = Int(valid.top)..<Int(valid.top) + Int(valid.height)
    let imageRow = Int(unsafe region.pointee.im.pointee.Xsize) * 3
    var strip: [UInt8] = []
    filler.fill(rows, &strip)
    guard strip.count == rows.count * imageRow else { return -1 }
    unsafe strip.withUnsafeBytes { strip in
        for row in rows {
            let from = (row - rows.lowerBound) * imageRow + Int(valid.left) * 3
            unsafe azv_region_row(region, Int32(row)).copyMemory(
                from: strip.baseAddress! + from, byteCount: Int(valid.width) * 3)
        }
    }
    return 0
}
