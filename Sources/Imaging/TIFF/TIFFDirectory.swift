// TIFFDirectory: what we want to know of a picture in a TIFF. libvips does not tell whether a TIFF is tiled, nor which of its pages are
// reduced copies of which, and walks all directories anew for each question.
internal import Geometry

/// One image file directory.
struct TIFFDirectory: Hashable {
    let size: PixelSize
    /// Of one tile, or of one strip but perhaps the last.
    let chunkSize: PixelSize
    let isTiled: Bool
    /// Tiles or strips of all planes together.
    let chunkCount: Int
    /// Whether this says to be a reduced copy of another image of the file.
    let isReduced: Bool
    /// Whether this is a mask for another image.
    let isMask: Bool
    let compression: Int
    let photometric: Int
    let samplesPerPixel: Int
    let bitsPerSample: Int
    /// Whether the samples of a pixel lie together, and not each kind in a plane of its own.
    let isContiguous: Bool
    /// 1 to 8; 1 is upright.
    let orientation: Int
    let hasProfile: Bool
    /// Where it stands in the file.
    let offset: Int
    /// The number among the top-level directories, from 0; for a sub-directory that of its parent.
    let page: Int
    /// The number among its parent's sub-directories, or nil at the top level.
    let subIFD: Int?

    /// The numbers of the TIFF specification and its supplements that mean something to us.
    enum Compression {
        static let jpeg = 7
        /// As libtiff writes it.
        static let webP = 50_001
    }
    enum Photometric {
        static let blackIsZero = 1
        static let rgb = 2
        static let yCbCr = 6
    }

    var isJPEG: Bool { compression == Compression.jpeg }

    var tileSize: PixelSize? { isTiled ? chunkSize : nil }

    /// Each with a full set of tiles or strips.
    var planeCount: Int { isContiguous ? 1 : samplesPerPixel }

    /// What a JPEG of this directory has to say of its colours to be shown as what it is; nil where it cannot say that.
    var jpegColours: TileJPEG.Colours? {
        guard isContiguous else { return nil }
        return switch (photometric, samplesPerPixel) {
        case (Photometric.blackIsZero, 1): .grey
        case (Photometric.rgb, 3): .rgb
        case (Photometric.yCbCr, 3): .yCbCr
        default: nil
        }
    }
}
