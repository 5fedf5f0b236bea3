// JPEGWriter: a JPEG file of any size from rows that are made while it is written.
public import Geometry
private import CVips

/// Writes an image that nobody holds as a whole.
public enum JPEGWriter {
    /// Writes `size` pixels, RGB of 8 bits, to `path`. `fill` is asked for every row once, a strip of whole rows at a time: it must put
    /// rows.count · width · 3 bytes into the array, which it may find empty or of that size, and is called from several threads at once.
    /// Memory is a few strips. Throws `unsupported` where JPEG cannot hold the size, `io` where the file cannot be written.
    public static func write(
        to path: String, size: PixelSize, quality: Int, fill: @escaping @Sendable (_ rows: Range<Int>, _ into: inout [UInt8]) -> Void
    ) throws(ImagingError) {
        try Encoding(.jpg).check(size)
        let filler = RowFiller(fill)
        let result = withExtendedLifetime(filler) { () -> Int32 in
            let data = unsafe Unmanaged.passUnretained(filler).toOpaque()
            guard let image = unsafe azv_generated(Int32(size.width), Int32(size.height), fillRegion, data) else { return -1 }
            defer { unsafe g_object_unref(image) }
            return unsafe azv_save_jpeg_file(image, path, Int32(max(1, min(100, quality))))
        }
        guard result == 0 else { throw .io(reason: Vips.takeReason()) }
    }
}

private final class RowFiller: Sendable {
    let fill: @Sendable (Range<Int>, inout [UInt8]) -> Void

    init(_ fill: @escaping @Sendable (Range<Int>, inout [UInt8]) -> Void) { self.fill = fill }
}

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
