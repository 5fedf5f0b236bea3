// ImageDescription: the properties of an image that its header tells.
public import Geometry

/// The properties of one picture of a file. No pixel is decoded to find them.
public struct ImageDescription: Hashable, Sendable {
    /// Width and height after the EXIF orientation is applied.
    public let size: PixelSize
    /// "jpeg", "png", "webp", "tiff", "gif", "heif", "jp2", "jxl", "ppm", "pdf", "svg", "hdr" or "ndpi".
    public let format: String
    /// The number of pictures in the file. The levels of a pyramid are one picture.
    public let pages: Int
    /// The number of this picture, from 0.
    public let page: Int
    public let hasAlpha: Bool
    /// Channels in the file, alpha included.
    public let bands: Int
    /// Bits of one channel, as decoded.
    public let bitsPerBand: Int
    /// The colour space by libvips' name: "srgb", "b-w", "rgb16", "cmyk", "lab" …
    public let interpretation: String
    /// True when the picture has an embedded ICC profile.
    public let hasProfile: Bool
    /// True when its samples are sRGB or grey of 8 bits without a conversion by a profile or from another colour space.
    public let isInStandardColour: Bool
    /// EXIF orientation, 1 to 8; 1 is upright.
    public let orientation: Int
    /// Sizes that can be read region by region, the full size first. Empty when the file has to be decoded from its start.
    public let sourceLevels: [SourceLevel]
    /// The size of the file's own tiles, upright, in pixels; nil when it has none.
    public let sourceTileSize: PixelSize?
    /// True when damaged pixels are shown as far as they can be read, and are no error.
    public let isLenient: Bool

    let loader: Loader
    /// The loader's number for the page: in a TIFF, that of the picture's first directory.
    let loaderPage: Int

    /// The picture's directory; nil when the file is no TIFF.
    let directory: TIFFDirectory?
    /// True when the range of the samples is only known after all pixels are read.
    public let hasOpenRange: Bool
    /// The memory of the decoder for each pixel of the whole image, in bytes; 0 when it only holds some rows.
    let decodeBytesPerPixel: Int
    /// The memory for encoded bytes that have to be read at once, in bytes; 0 when they are few.
    let encodedBytes: Int

    /// True when the picture has no colours.
    public var isGrey: Bool { bands - (hasAlpha ? 1 : 0) < 3 }

    /// The index of the smallest source level that is not smaller than a size; nil when there is none. A level may lack one pixel, since
    /// some programs round down when they halve.
    public func sourceLevel(covering size: PixelSize) -> Int? {
        sourceLevels.lastIndex { $0.size.width >= size.width - 1 && $0.size.height >= size.height - 1 }
    }

    /// True when the image can be rendered while its rows are read from top to bottom: it is not turned to another order of rows, and its
    /// range does not depend on all pixels.
    var isReadInOrder: Bool { orientation <= 2 && !hasOpenRange }
}
