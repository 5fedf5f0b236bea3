// Loader: the loaders of libvips that may open a file, and how strict each has to be so that damage is an error.
internal import CVips
internal import Geometry
private import Glibc

/// A format that we read. The raw value is the nickname of libvips' loader, which reads a source, except for slides, which are read by
/// path. Left out: loaders that take any text for an image (csv, matrix), ImageMagick, which executes too much, and formats of several
/// files.
enum Loader: String {
    case jpeg = "jpegload_source"
    case png = "pngload_source"
    case webp = "webpload_source"
    case tiff = "tiffload_source"
    case gif = "gifload_source"
    case heif = "heifload_source"
    case jp2k = "jp2kload_source"
    case jxl = "jxlload_source"
    case ppm = "ppmload_source"
    case pdf = "pdfload_source"
    case svg = "svgload_source"
    case radiance = "radload_source"
    /// A slide of Hamamatsu's, read by OpenSlide. Its first bytes are those of a TIFF.
    case ndpi = "openslideload"

    /// Finds the loader that recognises the file's first bytes.
    /// - Throws: `notAnImage` when none of ours does.
    init(recognising source: SourceHandle) throws(ImagingError) {
        guard let name = unsafe azv_find_loader(source.pointer), let loader = Loader(rawValue: unsafe String(cString: name)) else {
            _ = Vips.takeReason()
            throw .notAnImage
        }
        self = loader
    }

    /// The format's name in answers and messages.
    var formatName: String {
        switch self {
        case .jpeg: "jpeg"
        case .png: "png"
        case .webp: "webp"
        case .tiff: "tiff"
        case .gif: "gif"
        case .heif: "heif"
        case .jp2k: "jp2"
        case .jxl: "jxl"
        case .ppm: "ppm"
        case .pdf: "pdf"
        case .svg: "svg"
        case .radiance: "hdr"
        case .ndpi: "ndpi"
        }
    }

    /// The largest file that may be read, in bytes. libvips 8.14 reads a whole GIF or WebP into memory, and counts its bytes in 32 bits: it
    /// would write beyond its buffer.
    var maximumFileSize: Int { self == .gif || self == .webp ? 1 << 30 : .max }

    /// The strictness of the loader. Each level should include the one before; not every loader of libvips 8.14 keeps to that.
    func failOn(isLenient: Bool) -> VipsFailOn {
        if isLenient { return VIPS_FAIL_ON_NONE }
        return switch self {
        // libjpeg only warns of broken data and makes it grey; only the strictest level makes that an error.
        case .jpeg: VIPS_FAIL_ON_WARNING
        // From "error" on, a libvips that reads PNG with libspng no longer compares checksums.
        case .png: VIPS_FAIL_ON_TRUNCATED
        // Most warnings of libtiff are about an unknown tag.
        default: VIPS_FAIL_ON_ERROR
        }
    }

    /// True when a page is a picture of its own. The pages of JPEG 2000 are reduced sizes, and those of a slide are its levels.
    var hasPages: Bool { self != .jp2k && self != .ndpi }

    /// The number of pages in the file of an image that this loader has opened.
    func pages(of image: ImageHandle) -> Int { hasPages ? max(1, unsafe Int(vips_image_get_n_pages(image.pointer))) : 1 }

    /// Dots per inch at which the pages of a document are drawn; 0 for other formats. An SVG is drawn at its own size.
    var resolution: Double { self == .pdf ? 300 : 0 }

    /// Opens a page. Lazy: pixels are decoded when they are asked for.
    /// - Parameters:
    ///   - page: from 0.
    ///   - subIFD: the number of a sub-directory of a TIFF's page; -1 for the page itself.
    ///   - sequential: true when pixels are read only once, from top to bottom.
    ///   - reduction: the factor, at least 1, by which the image may be smaller when the format can leave out detail.
    ///   - isLenient: true when pixels that cannot be read are no error, as far as the library can go on.
    /// - Throws: `damaged`; `notAnImage` for text that is no SVG; `unreadable` when a slide is no local file; `io`.
    func open(
        _ file: ImageSource, page: Int = 0, subIFD: Int = -1, sequential: Bool, reduction: Double = 1, isLenient: Bool
    ) throws(ImagingError) -> ImageHandle {
        let access = sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM
        do throws(ImagingError) {
            if self == .ndpi {
                let path = try file.openPath()
                let slide = try Vips.run(.reading) { out in
                    unsafe azv_load_slide(path, out, access, failOn(isLenient: isLenient), Int32(clamping: page))
                }
                slide.decodeInOneThread()
                return try slide.flattened(on: .white)
            }
            // When a read fails, an assertion in libheif 1.15 ends the process.
            let source = SourceHandle(file, neverFails: self == .heif)
            let image = try Vips.run(.reading) { out in
                unsafe azv_load(
                    rawValue, source.pointer, out, access, failOn(isLenient: isLenient), Int32(clamping: page), Int32(clamping: subIFD),
                    resolution, max(1, reduction))
            }
            image.decodeInOneThread()
            // A page is drawn on white paper; its alpha channel has no meaning.
            return try self == .pdf ? image.flattened(on: .white) : image
        } catch {
            // OpenSlide opens the file by itself, and does not report that the process can have no more descriptors.
            if self == .ndpi, let descriptor = try file.duplicateDescriptor() { close(descriptor) }
            // The loader takes any text that has "<svg" near its start for an SVG.
            throw self == .svg ? .notAnImage : error
        }
    }
}
