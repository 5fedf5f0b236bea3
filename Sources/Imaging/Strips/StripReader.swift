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
    private var row = 0

    init(_ reader: any StripReader, of file: SourceFile) {
        self.reader = reader
        self.file = file
    }

    /// The picture's, upright.
    public var size: PixelSize { reader.size }
    public var layout: StripLayout { reader.layout }

    /// Fills a strip of the source's layout and width with the next rows, as many as it holds or as are left, and pads it. What is then in
    /// the strip was read while the file was what it is in the description.
    /// - Throws: `damaged`, `changedWhileReading`, `io`.
    public func read(into strip: Strip) throws(ImagingError) {
        strip.rows = min(strip.capacity, size.height - row)
        try reader.read(into: strip)
        row += strip.rows
        // All of that before anybody sees a tile of these rows.
        if row == size.height { try reader.finish() }
        guard file.isUnchanged else { throw .changedWhileReading }
        strip.pad()
    }
}

extension SourceFile {
    /// Opens a picture for `body`, which reads all its strips, once, from the top.
    /// - Parameter encoding: what tiles are going to be: it decides how chroma is kept.
    /// - Throws: what `body` throws; `damaged` where a pixel is missing, `changedWhileReading`, `io`, `unsupported`.
    public func readingStrips<Result>(
        _ description: ImageDescription, for encoding: Encoding, _ body: (StripSource) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try reading(description) { () throws(ImagingError) in
            let reader = try stripReader(description, for: encoding)
            return try body(StripSource(reader, of: self))
        }
    }

    /// The planes of the file itself, where they can stay as they are; else its pixels by way of libvips.
    private func stripReader(_ description: ImageDescription, for encoding: Encoding) throws(ImagingError) -> any StripReader {
        if description.loader == .jpeg, description.orientation <= 1, description.isInStandardColour,
            let planes = try JPEGStripReader(self, halvesChroma: encoding.halvesChroma)
        {
            return planes
        }
        return try PictureStripReader(open(description).inStandardColour(), by: description.loader, for: encoding)
    }
}
