// TileEncoder: tiles out of strips, without copying pixels.
private import CJPEG
private import CVips
public import Geometry
private import Glibc
private import System

/// Encodes tiles, each in the memory where it is wanted. One thread; one for each.
@safe public final class TileEncoder {
    private let compressor: tjhandle
    private let encoding: Encoding

    /// - Parameter encoding: `jpg` for strips of grey or colour, `png` for those with alpha.
    public init(_ encoding: Encoding) throws(ImagingError) {
        guard let compressor = unsafe tjInitCompress() else { throw .io(reason: SystemError.reason(ENOMEM)) }
        unsafe self.compressor = unsafe compressor
        self.encoding = encoding
    }

    deinit { unsafe tjDestroy(compressor) }

    /// Bytes that a tile of that size can take at most, by far.
    public static func room(for size: PixelSize, _ layout: StripLayout) -> Int {
        switch layout {
        case .grey, .colour: Int(tjBufSize(Int32(size.width), Int32(size.height), Int32(TJSAMP_444.rawValue)))
        case .alpha(let bands): size.area * bands * 5 / 4 + 16_384
        }
    }

    /// Encodes part of a strip that is padded.
    /// - Parameters:
    ///   - place: in the strip's own pixels; begins at even ones.
    ///   - buffer: at least `room` bytes.
    /// - Returns: how many bytes were written.
    /// - Throws: `notEncoded` with what the library says, which no tile that fits into a strip gives reason for.
    public func encode(
        _ place: PixelRect, of strip: Strip, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Int {
        // TurboJPEG takes that for granted, whatever the count that it is given.
        precondition(buffer.count >= Self.room(for: place.size, strip.layout), "a tile may need more room")
        if case .alpha(let bands) = strip.layout { return try unsafe encodePNG(place, of: strip, bands: bands, into: buffer) }
        let sampling = strip.layout == .grey ? TJSAMP_GRAY : strip.layout == .colour(halvesChroma: true) ? TJSAMP_420 : TJSAMP_444
        var planes = unsafe strip.planes.map { unsafe UnsafePointer($0.row(place.y >> $0.shift) + place.x >> $0.shift) as UnsafePointer? }
        var strides = unsafe strip.planes.map { unsafe Int32($0.stride) }
        var target: UnsafeMutablePointer<UInt8>? = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var count = UInt(buffer.count)
        // The accurate transform: the fast one, which TurboJPEG takes below a quality of 96, shows.
        let result = unsafe tjCompressFromYUVPlanes(
            compressor, &planes, Int32(place.width), &strides, Int32(place.height), Int32(sampling.rawValue), &target, &count,
            Int32(encoding.quality), TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
        guard result == 0 else { throw .notEncoded(reason: unsafe String(cString: tjGetErrorStr2(compressor))) }
        return Int(count)
    }

    private func encodePNG(
        _ place: PixelRect, of strip: Strip, bands: Int, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Int {
        // libvips wants its rows one after another.
        var pixels: [UInt8] = []
        pixels.reserveCapacity(place.size.area * bands)
        for row in place.y..<place.maxY {
            let line = unsafe UnsafeBufferPointer(start: strip.planes[0].row(row) + place.x * bands, count: place.width * bands)
            unsafe pixels.append(contentsOf: line)
        }
        let bytes = try unsafe pixels.span.withUnsafeBytes { (memory) throws(ImagingError) in
            guard
                let raw = unsafe vips_image_new_from_memory(
                    memory.baseAddress, memory.count, Int32(place.width), Int32(place.height), Int32(bands), VIPS_FORMAT_UCHAR)
            else { throw Vips.failure(in: .processing) }
            let image = unsafe ImageHandle(adopting: raw)
            let meaning = bands == 2 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            return try Vips.run { out in unsafe azv_as(image.pointer, out, meaning) }.encoded(encoding)
        }
        guard bytes.count <= buffer.count else { throw .notEncoded(reason: "a tile takes more bytes than its pixels") }
        unsafe buffer.copyBytes(from: bytes)
        return bytes.count
    }
}
