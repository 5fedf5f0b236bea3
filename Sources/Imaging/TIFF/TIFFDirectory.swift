// TIFFDirectory: the properties of a picture in a TIFF. libvips does not tell whether a TIFF is tiled, nor which of its pages are reduced
// copies of another page, and walks through all directories again for each question.
internal import Geometry

/// One image file directory.
struct TIFFDirectory: Hashable {
    let size: PixelSize
    /// The size of a tile, or of a strip, of which the last may be lower.
    let chunkSize: PixelSize
    let isTiled: Bool
    /// The number of tiles or strips of all planes together.
    let chunkCount: Int
    /// True when the directory says that it is a reduced copy of another image of the file.
    let isReduced: Bool
    /// True when it is a mask for another image.
    let isMask: Bool
    let compression: Int
    let photometric: Int
    let samplesPerPixel: Int
    let bitsPerSample: Int
    /// True when the samples of a pixel lie together; false when each kind of sample has a plane of its own.
    let isContiguous: Bool
    /// 1 to 8; 1 is upright.
    let orientation: Int
    let hasProfile: Bool
    /// Where it begins in the file.
    let offset: Int
    /// Its number among the top-level directories, from 0; for a sub-directory that of its parent.
    let page: Int
    /// Its number among its parent's sub-directories, from 0; nil at the top level.
    let subIFD: Int?

    /// Numbers of the TIFF specification and its supplements.
    enum Compression {
        static let jpeg = 7
        /// The number that libtiff writes.
        static let webP = 50_001
    }
    enum Photometric {
        static let blackIsZero = 1
        static let rgb = 2
        static let yCbCr = 6
    }

    var isJPEG: Bool { compression == Compression.jpeg }

    var tileSize: PixelSize? { isTiled ? chunkSize : nil }

    /// The number of planes; each has a full set of tiles or strips.
    var planeCount: Int { isContiguous ? 1 : samplesPerPixel }

    /// The colours that a JPEG of this directory must declare so that a browser shows it correctly; nil when it cannot declare them.
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
