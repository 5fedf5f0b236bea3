// TIFFDirectory: what we want to know of a picture in a TIFF. libvips does not tell whether a TIFF is tiled, nor which of its pages are
// reduced copies of which, and walks all directories anew for each question.
internal import Geometry

/// One image file directory.
struct TIFFDirectory: Hashable {
    let size: PixelSize
    /// Nil where the pixels lie in strips.
    let tileSize: PixelSize?
    /// Whether this says to be a reduced copy of another image of the file.
    let isReduced: Bool
    /// Whether this is a mask for another image.
    let isMask: Bool
    let compression: Int
    let samplesPerPixel: Int
    let bitsPerSample: Int
    /// Offsets of the directories that belong to this one.
    let subDirectories: [Int]
    /// Where it stands in the file.
    let offset: Int
    /// The number among the top-level directories, from 0; for a sub-directory that of its parent.
    let page: Int
    /// The number among its parent's sub-directories, or nil at the top level.
    let subIFD: Int?

    var isJPEG: Bool { compression == 7 }
}
