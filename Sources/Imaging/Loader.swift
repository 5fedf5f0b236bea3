// Loader: which of libvips' loaders may open a file, and how strict each has to be for damage to be an error.
internal import CVips
internal import Geometry
private import Glibc

/// A format that we read. The raw value is the nickname of libvips' loader for sources, but for slides, which are read by path.
/// Not here: what reads any text as an image (csv, matrix), what executes too much (ImageMagick), and pictures of several files.
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
    /// A slide of Hamamatsu's, by way of OpenSlide. Its first bytes are those of a TIFF.
    case ndpi = "openslideload"

    /// The loader that knows the file's first bytes. Throws `notAnImage` where none of ours does.
    init(recognising source: Source) throws(ImagingError) {
        guard let name = unsafe azv_find_loader(source.pointer), let loader = Loader(rawValue: unsafe String(cString: name)) else {
            _ = Vips.takeReason()
            throw .notAnImage
        }
        self = loader
    }

    /// The format's name for people and programs.
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

    /// The greatest file that may be read. GIF and WebP are read into memory as a whole, and libvips 8.14 counts that in 32 bits: it would
    /// write beyond its buffer.
    var maximumFileSize: Int { self == .gif || self == .webp ? 1 << 30 : .max }

    /// Each level of strictness should include the one before, but in libvips 8.14 not every loader keeps to that.
    func failOn(isLenient: Bool) -> VipsFailOn {
        if isLenient { return VIPS_FAIL_ON_NONE }
        return switch self {
        // libjpeg only warns of broken data and paints it grey; only the strictest level stops then.
        case .jpeg: VIPS_FAIL_ON_WARNING
        // Where libvips reads PNG by libspng, it no longer looks at checksums from "error" on.
        case .png: VIPS_FAIL_ON_TRUNCATED
        // A warning of libtiff is mostly of an unknown tag.
        default: VIPS_FAIL_ON_ERROR
        }
    }

    /// Whether a page is a picture of its own. JPEG 2000 calls its reduced sizes pages, and we call a slide's levels so.
    var hasPages: Bool { self != .jp2k && self != .ndpi }

    /// How many pages there are in the file of an image that this loader has opened.
    func pages(of image: ImageHandle) -> Int { hasPages ? max(1, unsafe Int(vips_image_get_n_pages(image.pointer))) : 1 }

    /// Dots per inch at which the pages of a document are drawn. SVG is drawn at the size that it gives itself.
    var resolution: Double { self == .pdf ? 300 : 0 }

    /// Opens a page (from 0). With `sequential`, pixels can only be taken once, from the top down. Where the format can leave out detail,
    /// the image is smaller, by up to `reduction`. With `isLenient`, pixels that cannot be read are no error where the library can go on.
    func open(
        _ file: SourceFile, page: Int = 0, subIFD: Int = -1, sequential: Bool, reduction: Double = 1, isLenient: Bool
    ) throws(ImagingError) -> ImageHandle {
        let access = sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM
        do throws(ImagingError) {
            if self == .ndpi {
                let slide = try Vips.run(.reading) { out in
                    unsafe azv_load_slide(file.openPath, out, access, failOn(isLenient: isLenient), Int32(clamping: page))
                }
                slide.decodeInOneThread()
                return try slide.flattened(on: .white)
            }
            // libheif ends the process where a read fails (an assertion in 1.15).
            let source = try file.makeSource(neverFails: self == .heif)
            let image = try Vips.run(.reading) { out in
                unsafe azv_load(
                    rawValue, source.pointer, out, access, failOn(isLenient: isLenient), Int32(clamping: page), Int32(clamping: subIFD),
                    resolution, max(1, reduction))
            }
            image.decodeInOneThread()
            // A page is drawn on white paper, as a slide is, and has an alpha channel that says nothing.
            return try self == .pdf ? image.flattened(on: .white) : image
        } catch {
            // OpenSlide opens the file by itself, and does not tell that there is no descriptor left.
            if self == .ndpi { close(try file.duplicateDescriptor()) }
            // The loader takes any text for SVG that has "<svg" near its start.
            throw self == .svg ? .notAnImage : error
        }
    }
}
