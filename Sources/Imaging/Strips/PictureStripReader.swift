// PictureStripReader: strips of any image that libvips reads, by way of RGB.
private import CJPEG
private import CVips
internal import Geometry
private import Glibc
private import System

/// Reads an image of libvips from the top, on the calling thread. TurboJPEG converts RGB to planes; grey and alpha are copied.
@safe final class PictureStripReader: StripReader {
    let size: PixelSize
    let layout: StripLayout
    /// Nil after `finish`.
    private var image: ImageHandle?
    private var region: UnsafeMutablePointer<VipsRegion>?
    private let loader: Loader
    private let isLenient: Bool
    private let bytesPerPixel: Int
    private let converter: tjhandle
    private var row = 0

    /// Rows that are decoded at a time: a multiple of the height of a block, and few enough to stay in the processor's cache.
    private static let pieceRows = 64
    /// Columns whose colours are converted at a time: TurboJPEG refuses a width that no JPEG can have. A multiple of the alignment of rows.
    private static let pieceColumns = 65_472

    /// - Parameters:
    ///   - image: upright and in standard colour.
    ///   - encoding: the encoding of tiles. For JPEG, which has no alpha, the image is laid on white, and colours become planes. Strips for
    ///     PNG always have alpha. Strips for other formats have the image's own bands.
    ///   - isLenient: whether libjpeg's complaints are no damage.
    init(_ image: ImageHandle, by loader: Loader, for encoding: Encoding, isLenient: Bool) throws(ImagingError) {
        let picture: ImageHandle
        switch encoding.format {
        case .jpg:
            picture = try image.flattened(on: .white)
            layout = picture.bands == 1 ? .grey : .colour(halvesChroma: encoding.halvesChroma)
        case .png where !image.hasAlpha:
            picture = try Vips.run { out in unsafe azv_add_alpha(image.pointer, out) }
            layout = .alpha(bands: picture.bands)
        default:
            picture = image
            layout = image.hasAlpha ? .alpha(bands: image.bands) : image.bands == 1 ? .grey : .rgb
        }
        self.image = picture
        self.loader = loader
        self.isLenient = isLenient
        bytesPerPixel = picture.bands
        size = PixelSize(width: picture.width, height: picture.height)
        guard let converter = unsafe tjInitCompress(), let region = unsafe vips_region_new(picture.pointer) else {
            throw .io(reason: SystemError.reason(ENOMEM))
        }
        unsafe self.converter = unsafe converter
        unsafe self.region = unsafe region
    }

    deinit {
        if let region = unsafe region { unsafe g_object_unref(region) }
        unsafe tjDestroy(converter)
    }

    func read(into strip: Strip) throws(ImagingError) {
        for first in stride(from: 0, to: strip.rows, by: Self.pieceRows) {
            let count = min(Self.pieceRows, strip.rows - first)
            var rect = VipsRect(left: 0, top: Int32(row + first), width: Int32(size.width), height: Int32(count))
            guard unsafe vips_region_prepare(region, &rect) == 0 else { throw Vips.failure(in: .reading) }
            try store(count, in: strip, at: first)
        }
        row += strip.rows
    }

    /// libjpeg reports some damage only when it is freed.
    func finish() throws(ImagingError) {
        unsafe g_object_unref(region)
        unsafe region = nil
        image = nil
        if !isLenient { try loader.judge(complaints: VipsLog.complaintsHere) }
    }

    /// Copies or converts the rows of the region into a strip.
    private func store(_ count: Int, in strip: Strip, at first: Int) throws(ImagingError) {
        if case .colour(let halvesChroma) = layout {
            let pixels = unsafe azv_region_row(region, Int32(row + first)).assumingMemoryBound(to: UInt8.self)
            var strides = unsafe strip.planes.map { unsafe Int32($0.stride) }
            let sampling = Int32((halvesChroma ? TJSAMP_420 : TJSAMP_444).rawValue)
            for column in stride(from: 0, to: size.width, by: Self.pieceColumns) {
                var targets = unsafe strip.planes.map { unsafe Optional($0.row(first >> $0.shift) + column >> $0.shift) }
                let result = unsafe tjEncodeYUVPlanes(
                    converter, pixels + column * bytesPerPixel, Int32(min(Self.pieceColumns, size.width - column)),
                    region?.pointee.bpl ?? 0, Int32(count), Int32(TJPF_RGB.rawValue), &targets, &strides, sampling, 0)
                guard result == 0 else { throw .unreadable(reason: unsafe String(cString: tjGetErrorStr2(converter))) }
            }
        } else {
            for line in 0..<count {
                unsafe memcpy(
                    strip.planes[0].row(first + line), azv_region_row(region, Int32(row + first + line)), size.width * bytesPerPixel)
            }
        }
    }
}
