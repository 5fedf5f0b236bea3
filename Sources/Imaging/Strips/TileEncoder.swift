// TileEncoder: encodes tiles that are cut from strips.
private import CJPEG
private import CVips
public import Geometry
private import Glibc
private import System

/// Encodes the tiles of a pyramid, each into the memory where it is wanted. One thread; each thread has an encoder of its own.
@safe public final class TileEncoder {
    private let compressor: tjhandle
    private let encoding: Encoding

    /// - Parameter encoding: of tiles; the strips must be those that `readingStrips` gives for the same encoding.
    /// - Throws: `io` if there is no memory.
    public init(_ encoding: Encoding) throws(ImagingError) {
        guard let compressor = unsafe tjInitCompress() else { throw .io(reason: SystemError.reason(ENOMEM)) }
        unsafe self.compressor = unsafe compressor
        self.encoding = encoding
    }

    deinit { unsafe tjDestroy(compressor) }

    /// Bytes of memory for a tile of that size. Tiles take less, by far.
    public static func room(for size: PixelSize, _ layout: StripLayout) -> Int {
        switch layout {
        case .grey, .colour: Int(tjBufSize(Int32(size.width), Int32(size.height), Int32(TJSAMP_444.rawValue)))
        case .alpha, .rgb: size.area * layout.bytesPerPixel * 5 / 4 + 16_384
        }
    }

    /// Encodes part of a padded strip. JPEG is encoded from planes without copying pixels, other formats from a copy of the pixels.
    /// - Parameters:
    ///   - place: in the strip's own pixels; begins at even ones.
    ///   - buffer: at least `room` bytes.
    /// - Returns: how many bytes were written.
    /// - Throws: `notEncoded` with the reason of the library. No tile that fits into a strip causes it.
    public func encode(
        _ place: PixelRect, of strip: Strip, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Int {
        // TurboJPEG writes up to its own limit, whatever size of buffer it is given.
        precondition(buffer.count >= Self.room(for: place.size, strip.layout), "a tile may need more room")
        return if encoding.format == .jpg {
            try unsafe encodePlanes(place, of: strip, into: buffer)
        } else {
            try unsafe encodePixels(place, of: strip, into: buffer)
        }
    }

    private func encodePlanes(
        _ place: PixelRect, of strip: Strip, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Int {
        let sampling: TJSAMP
        switch strip.layout {
        case .grey: sampling = TJSAMP_GRAY
        case .colour(let halvesChroma): sampling = halvesChroma ? TJSAMP_420 : TJSAMP_444
        case .alpha, .rgb: preconditionFailure("JPEG is encoded from planes")
        }
        var planes = unsafe strip.planes.map { unsafe UnsafePointer($0.row(place.y >> $0.shift) + place.x >> $0.shift) as UnsafePointer? }
        var strides = unsafe strip.planes.map { unsafe Int32($0.stride) }
        var target: UnsafeMutablePointer<UInt8>? = unsafe buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        var count = UInt(buffer.count)
        // TurboJPEG uses the fast transform below a quality of 96, and its errors are visible: ask for the accurate one.
        let result = unsafe tjCompressFromYUVPlanes(
            compressor, &planes, Int32(place.width), &strides, Int32(place.height), Int32(sampling.rawValue), &target, &count,
            Int32(encoding.quality), TJFLAG_NOREALLOC | TJFLAG_ACCURATEDCT)
        guard result == 0 else { throw .notEncoded(reason: unsafe String(cString: tjGetErrorStr2(compressor))) }
        return Int(count)
    }

    /// By libvips, as all rendered images are encoded: equal pixels give equal bytes.
    private func encodePixels(
        _ place: PixelRect, of strip: Strip, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ImagingError) -> Int {
        if case .colour = strip.layout { preconditionFailure("only JPEG is encoded from planes of chroma") }
        let bands = strip.layout.bytesPerPixel
        // libvips needs rows without gaps between them.
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
            let interpretation = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
            return try Vips.run { out in unsafe azv_as(image.pointer, out, interpretation) }.encoded(encoding)
        }
        guard bytes.count <= buffer.count else { throw .notEncoded(reason: "a tile takes more bytes than its pixels") }
        unsafe buffer.copyBytes(from: bytes)
        return bytes.count
    }
}
