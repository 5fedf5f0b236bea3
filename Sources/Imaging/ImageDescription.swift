// ImageDescription: what is known of an image from its header alone.
public import Geometry

/// What a file says about one of its pictures, without a pixel decoded.
public struct ImageDescription: Hashable, Sendable {
    /// Width and height after the EXIF orientation is applied.
    public let size: PixelSize
    /// "jpeg", "png", "webp", "tiff", "gif", "heif", "jp2", "jxl", "ppm", "pdf", "svg", "hdr" or "ndpi".
    public let format: String
    /// How many pictures the file holds. The levels of a pyramid are one picture.
    public let pages: Int
    /// Which of them this is, from 0.
    public let page: Int
    public let hasAlpha: Bool
    /// Channels, alpha included, as stored.
    public let bands: Int
    /// Bits of one channel, as decoded.
    public let bitsPerBand: Int
    /// The kind of colour as libvips calls it: "srgb", "b-w", "rgb16", "cmyk", "lab" …
    public let interpretation: String
    /// Whether there is an embedded ICC profile.
    public let hasProfile: Bool
    /// Whether its numbers are sRGB or grey of 8 bits as they stand: no profile and no other kind of colour has to be converted.
    public let isInStandardColour: Bool
    /// EXIF orientation, 1 to 8; 1 is upright.
    public let orientation: Int
    /// Sizes that can be read region by region, the full one first; empty where the file has to be decoded from its start.
    public let sourceLevels: [SourceLevel]
    /// The size of the file's own tiles, upright; nil where it has none.
    public let sourceTileSize: PixelSize?
    /// Whether what can be read of damaged pixels is shown, and not an error.
    public let isLenient: Bool

    let loader: Loader
    /// The page as the loader counts: the first directory of the picture in a TIFF.
    let loaderPage: Int

    /// The picture's own directory where it is a TIFF.
    let directory: TIFFDirectory?
    /// What the numbers mean shows only from all of them.
    public let hasOpenRange: Bool
    /// Bytes of memory that the decoder holds for each pixel of the whole image; 0 where it holds some rows only.
    let decodeBytesPerPixel: Int
    /// Bytes of memory that the file's own bytes take where many have to be read at a time.
    let encodedBytes: Int

    /// Whether it has no colours to lose.
    public var isGrey: Bool { bands - (hasAlpha ? 1 : 0) < 3 }

    /// Which of the stored levels is the smallest that is not smaller than a picture of that size; nil where none is. Halving with floor
    /// leaves a level up to one pixel short.
    public func sourceLevel(covering size: PixelSize) -> Int? {
        sourceLevels.lastIndex { $0.size.width >= size.width - 1 && $0.size.height >= size.height - 1 }
    }

    /// Whether rows from top to bottom are enough to show the image: not where they end up in another order, nor where all pixels have
    /// to be seen first.
    var isReadInOrder: Bool { orientation <= 2 && !hasOpenRange }
}
