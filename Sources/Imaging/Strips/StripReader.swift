// StripReader: decodes a picture once, from top to bottom, into strips.
public import Geometry

/// Reads a picture from its first row to its last. One thread.
protocol StripReader {
    var size: PixelSize { get }
    var layout: StripLayout { get }

    /// Decodes the next `strip.rows` rows into a strip.
    func read(into strip: Strip) throws(ImagingError)

    /// Called after the last row. The bytes behind it may show damage.
    func finish() throws(ImagingError)
}

/// The strips of one picture, in order. One thread; valid only during `ImageSource.readingStrips`.
public final class StripSource {
    private let reader: any StripReader
    private let file: ImageSource
    /// Checked before their pixels are used. Nil when nothing is left to check.
    private let tiles: SourceTiles?
    private var row = 0

    init(_ reader: any StripReader, of file: ImageSource, checking tiles: SourceTiles?) {
        self.reader = reader
        self.file = file
        self.tiles = tiles
    }

    /// The size of the picture, upright, in pixels.
    public var size: PixelSize { reader.size }
    /// The planes of each strip.
    public var layout: StripLayout { reader.layout }

    /// Fills a strip of this layout and width with the next rows, as many as it can hold or as are left, and pads it. The file was
    /// unchanged until after these rows were read.
    /// - Throws: `damaged`, `changedWhileReading`, `io` or `cancelled`.
    public func read(into strip: Strip) throws(ImagingError) {
        strip.rows = min(strip.capacity, size.height - row)
        try tiles?.check(meeting: PixelRect(x: 0, y: row, width: size.width, height: strip.rows))
        try reader.read(into: strip)
        row += strip.rows
        // All checks come before a tile of these rows is encoded.
        if row == size.height { try reader.finish() }
        try file.checkReads()
        strip.pad()
    }
}

extension ImageSource {
    /// Opens a picture for `body`, which reads all its strips once, from the top. Runs on the calling thread.
    /// - Parameters:
    ///   - level: one of the picture's own levels; nil for the full size.
    ///   - encoding: the encoding of tiles, which decides the size of the chroma planes.
    ///   - isCancelled: asked often on the calling thread, also before the first row, while libjpeg decodes all scans of a progressive
    ///     JPEG.
    /// - Throws: the error of `body`; `damaged` when a pixel is missing, `changedWhileReading`, `io`, `unreadable` or `cancelled`.
    public func readingStrips<Result>(
        _ description: ImageDescription, level: SourceLevel? = nil, for encoding: Encoding,
        isCancelled: @escaping () -> Bool = { false }, _ body: (StripSource) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, level)
            let checked = description.isLenient ? nil : tiles
            // The rows of a picture that is turned come from tiles in another order: check all of them first.
            if let checked, description.orientation > 2 { try checked.check(meeting: PixelRect(checked.size)) }
            let reader = try stripReader(description, level, tiles, for: encoding, isCancelled)
            // The caller has laid out a pyramid for the size in the header.
            let size = level?.size ?? description.size
            guard reader.size == size else {
                throw .damaged(
                    reason: "decoded, the picture has \(reader.size.width) x \(reader.size.height) pixels, and not "
                        + "\(size.width) x \(size.height) as its header says")
            }
            return try body(StripSource(reader, of: self, checking: description.orientation > 2 ? nil : checked))
        }
    }

    /// A reader of the JPEG's own planes when they need no conversion; else a reader of the pixels that libvips decodes.
    private func stripReader(
        _ description: ImageDescription, _ level: SourceLevel?, _ tiles: SourceTiles?, for encoding: Encoding,
        _ isCancelled: @escaping () -> Bool
    ) throws(ImagingError) -> any StripReader {
        if encoding.format == .jpg, description.loader == .jpeg, description.orientation <= 1, description.isInStandardColour,
            let planes = try JPEGStripReader(
                self, halvesChroma: encoding.halvesChroma, isLenient: description.isLenient, isCancelled: isCancelled)
        {
            return planes
        }
        let image = try open(description, level: level, tiles).inStandardColour()
        return try PictureStripReader(image, by: description.loader, for: encoding, isLenient: description.isLenient)
    }
}
