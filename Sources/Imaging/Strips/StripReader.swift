// StripReader: a source that is decoded once, from the top, into strips.
public import Geometry

/// Reads an image from its first row to its last. One thread.
protocol StripReader {
    var size: PixelSize { get }
    var layout: StripLayout { get }

    /// Puts the next `strip.rows` rows into a strip.
    func read(into strip: Strip) throws(ImagingError)

    /// Called when all rows are read: what stands behind them may tell of damage.
    func finish() throws(ImagingError)
}

/// The strips of one picture, in order. One thread; valid only during `SourceFile.readingStrips`.
public final class StripSource {
    private let reader: any StripReader
    private let file: SourceFile
    /// To be checked before anybody sees their pixels.
    private let tiles: SourceTiles?
    private var row = 0

    init(_ reader: any StripReader, of file: SourceFile, checking tiles: SourceTiles?) {
        self.reader = reader
        self.file = file
        self.tiles = tiles
    }

    /// The picture's, upright.
    public var size: PixelSize { reader.size }
    public var layout: StripLayout { reader.layout }

    /// Fills a strip of the source's layout and width with the next rows, as many as it holds or as are left, and pads it. What is then in
    /// the strip was read while the file was what it is in the description.
    /// - Throws: `damaged`, `changedWhileReading`, `io`.
    public func read(into strip: Strip) throws(ImagingError) {
        strip.rows = min(strip.capacity, size.height - row)
        try tiles?.check(meeting: PixelRect(x: 0, y: row, width: size.width, height: strip.rows))
        try reader.read(into: strip)
        row += strip.rows
        // All of that before anybody sees a tile of these rows.
        if row == size.height { try reader.finish() }
        try file.checkReads()
        strip.pad()
    }
}

extension SourceFile {
    /// Opens a picture for `body`, which reads all its strips, once, from the top.
    /// - Parameters:
    ///   - level: of the picture's own levels the one to read; nil for the full size.
    ///   - encoding: what tiles are going to be: it decides how chroma is kept.
    ///   - isCancelled: asked now and then while libjpeg goes through all scans of a JPEG before the first row, on the calling thread.
    /// - Throws: what `body` throws; `damaged` where a pixel is missing, `changedWhileReading`, `io`, `unreadable`, `cancelled`.
    public func readingStrips<Result>(
        _ description: ImageDescription, level: SourceLevel? = nil, for encoding: Encoding,
        isCancelled: @escaping () -> Bool = { false }, _ body: (StripSource) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, level)
            let checked = description.isLenient ? nil : tiles
            // Which tiles the rows of a turned picture come from is not worth working out.
            if let checked, description.orientation > 2 { try checked.check(meeting: PixelRect(checked.size)) }
            let reader = try stripReader(description, level, tiles, for: encoding, isCancelled)
            // What is built from the strips was laid out by what the header said.
            let size = level?.size ?? description.size
            guard reader.size == size else {
                throw .damaged(
                    reason: "decoded, the picture has \(reader.size.width) x \(reader.size.height) pixels, and not "
                        + "\(size.width) x \(size.height) as its header says")
            }
            return try body(StripSource(reader, of: self, checking: description.orientation > 2 ? nil : checked))
        }
    }

    /// The planes of the file itself, where they can stay as they are; else its pixels by way of libvips.
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
