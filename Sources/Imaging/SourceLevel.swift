// SourceLevel: a size of an image in its file, and whether the tiles there can be sent without decoding.
public import Geometry

/// One size of an image that its file holds, and that can be read region by region.
public struct SourceLevel: Hashable, Sendable {
    /// Upright, in pixels of this level.
    public let size: PixelSize
    /// Whether the file's own tiles can be sent without decoding them.
    public let passthrough: Passthrough
    /// The loader's number for it, from 0: of its directory among the top-level directories of a TIFF, or of the level of a slide.
    let page: Int
    /// Nil when the file is no TIFF.
    let directory: TIFFDirectory?

    /// Whether tiles can be sent as they lie in the file.
    public enum Passthrough: Hashable, Sendable {
        /// Tiles of this size can; each is an image file of that format.
        case open(ImageFormat, tileSize: PixelSize)
        /// Tiles have to be decoded, for this reason.
        case closed(because: String)
    }

    /// A level of a slide. OpenSlide does not give out its tiles.
    init(size: PixelSize, slideLevel: Int) {
        self.size = size
        page = slideLevel
        directory = nil
        passthrough = .closed(because: "OpenSlide reads it")
    }

    /// - Parameters:
    ///   - isInStandardColour: true when the full size is in sRGB or grey of 8 bits.
    ///   - hasProfile: true when the full size has an embedded profile.
    init(_ directory: TIFFDirectory, orientation: Int, isInStandardColour: Bool, hasProfile: Bool) {
        page = directory.page
        self.directory = directory
        size = directory.size.turned(orientation)
        if orientation != 1 {
            passthrough = .closed(because: "the picture is turned by its orientation \(orientation)")
        } else if !isInStandardColour {
            passthrough = .closed(because: "its colours are not sRGB or grey of 8 bits")
        } else if directory.hasProfile != hasProfile {
            passthrough = .closed(because: "it has another colour profile than the full size")
        } else if directory.bitsPerSample != 8 {
            passthrough = .closed(because: "its samples have \(directory.bitsPerSample) bits")
        } else {
            passthrough = Self.passthrough(of: directory)
        }
    }

    /// Decides by the encoding of the tiles alone.
    private static func passthrough(of directory: TIFFDirectory) -> Passthrough {
        guard directory.isContiguous else { return .closed(because: "its colours lie in planes of their own") }
        switch directory.compression {
        case TIFFDirectory.Compression.jpeg:
            guard directory.jpegColours != nil else {
                return .closed(because: "its JPEG tiles are neither grey nor RGB nor YCbCr (photometric \(directory.photometric))")
            }
            return .open(.jpg, tileSize: directory.chunkSize)
        case TIFFDirectory.Compression.webP:
            guard directory.photometric == TIFFDirectory.Photometric.rgb, (3...4).contains(directory.samplesPerPixel) else {
                return .closed(because: "its WebP tiles are not RGB (photometric \(directory.photometric))")
            }
            return .open(.webp, tileSize: directory.chunkSize)
        default: return .closed(because: "its tiles are neither JPEG nor WebP (compression \(directory.compression))")
        }
    }
}
