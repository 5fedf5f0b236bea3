// SourceTiles: where the tiles of one TIFF directory stand in their file, and what is known of each.
public import Geometry
internal import System

/// The tiles of a directory, or its strips, which are tiles as wide as the picture. Any thread.
public final class SourceTiles: Sendable {
    /// As it is stored: not turned upright.
    public let size: PixelSize
    public let tileSize: PixelSize
    public let columns: Int
    public let rows: Int
    /// What stands for the first `prefixed` bytes of each tile when it is sent: the start of a JPEG with the tables that all tiles share.
    /// Empty where tiles stand in the file as they are to be sent.
    public var prefix: [UInt8] { head?.bytes ?? [] }
    public static let prefixed = TileJPEG.start.count

    let directory: TIFFDirectory
    let file: SourceFile
    /// In front of each JPEG.
    let head: TileJPEG.Head?
    private let offsets: [UInt64]
    /// 0 where a tile has no place in the file, and the picture no pixels there.
    private let counts: [UInt32]
    /// What was found out of each tile: a `Finding`.
    let findings: AtomicWords

    /// More are not held in memory.
    private static let maximumCount = 1 << 24

    /// Reads where the tiles stand. Throws `damaged`, `unreadable`, `io` or `changedWhileReading`.
    convenience init(_ file: SourceFile, _ directory: TIFFDirectory) throws(ImagingError) {
        guard var tiff = try TIFFFile(file) else { throw .changedWhileReading }
        try self.init(file, directory, &tiff)
    }

    /// - Parameter tiff: the file's, open: to open it takes longer than to read where the tiles of a level stand.
    init(_ file: SourceFile, _ directory: TIFFDirectory, _ tiff: inout TIFFFile) throws(ImagingError) {
        guard directory.chunkCount <= Self.maximumCount else {
            throw .unreadable(reason: "a level may have at most \(Self.maximumCount) tiles, and one has \(directory.chunkCount)")
        }
        self.file = file
        self.directory = directory
        size = directory.size
        tileSize = directory.chunkSize
        guard tileSize.width > 0, tileSize.height > 0 else { throw .damaged(reason: "tiles have no size") }
        columns = (size.width + tileSize.width - 1) / tileSize.width
        rows = (size.height + tileSize.height - 1) / tileSize.height
        guard PixelSize(width: columns, height: rows).area <= directory.chunkCount,
            columns * rows * directory.planeCount == directory.chunkCount
        else {
            throw .damaged(reason: "\(directory.chunkCount) tiles are none for \(columns) columns and \(rows) rows")
        }
        let places = try tiff.chunks(of: directory)
        offsets = places.offsets
        // What does not fit cannot be read either, and is found to be outside the file when it is.
        counts = places.counts.map { UInt32(clamping: $0) }
        findings = AtomicWords(count: offsets.count)
        head = directory.isJPEG ? try Self.head(file, directory, tables: tiff.jpegTables(of: directory), offsets, counts) : nil
    }

    /// Tiles that lack the marker that says what their colours are get one in front: Safari takes YCbCr without one for RGB, and all take
    /// RGB without one for YCbCr.
    private static func head(
        _ file: SourceFile, _ directory: TIFFDirectory, tables: [UInt8], _ offsets: [UInt64], _ counts: [UInt32]
    ) throws(ImagingError) -> TileJPEG.Head {
        let unmarked = TileJPEG.Head(tables: tables, transform: nil)
        guard directory.isContiguous, directory.samplesPerPixel == 3, let first = counts.firstIndex(where: { $0 > 0 }) else {
            return unmarked
        }
        // The markers of a tile come first, and are short; a thumbnail or comment before the pixels may cut them off, though.
        let start = try file.bytes(at: Int(clamping: offsets[first]), count: min(Int(counts[first]), 1 << 16))
        if let header = try? TileJPEG(unmarked, start).header(), header.isMarked { return unmarked }
        return TileJPEG.Head(tables: tables, transform: directory.photometric == TIFFDirectory.Photometric.yCbCr ? 1 : 0)
    }

    /// Bytes of memory that the places and findings take.
    var memoryCount: Int { offsets.count * (MemoryLayout<UInt64>.stride + 2 * MemoryLayout<UInt32>.stride) }

    /// Whether any of the tiles has no place in the file: a picture without pixels there.
    var hasVoids: Bool { counts.contains(0) }

    /// The tiles that meet a region, in stored pixels.
    func cells(meeting region: PixelRect) -> [(column: Int, row: Int)] {
        guard let inside = region.intersection(PixelRect(size)) else { return [] }
        let columns = inside.x / tileSize.width...(inside.maxX - 1) / tileSize.width
        return (inside.y / tileSize.height...(inside.maxY - 1) / tileSize.height).flatMap { row in columns.map { ($0, row) } }
    }

    /// A tile's number in the first plane, and those of the same place in the others.
    func indices(column: Int, row: Int) -> StrideTo<Int> {
        stride(from: row * columns + column, to: offsets.count, by: columns * rows)
    }

    func isVoid(_ index: Int) -> Bool { counts[index] == 0 }

    /// Where the bytes of a tile stand, of the first plane; nil where it has no place in the file or says to be where no file is.
    public func place(column: Int, row: Int) -> (offset: Int, count: Int)? {
        let index = row * columns + column
        let count = Int(counts[index])
        guard count > 0, let offset = Int(exactly: offsets[index]), offset <= file.identity.size - count else { return nil }
        return (offset, count)
    }

    /// The pixels of a tile that are the picture's: those beyond its edges are padding.
    func part(column: Int, row: Int) -> PixelSize {
        PixelSize(
            width: min(tileSize.width, size.width - column * tileSize.width),
            height: min(tileSize.height, size.height - row * tileSize.height))
    }

    /// More bytes no encoded tile has. Few pixels may take more room than plain ones, and many never do; there are four samples at most in a
    /// JPEG or WebP.
    static func maximumByteCount(of tileSize: PixelSize) -> Int { 1 << 20 + 4 * min(tileSize.area, 1 << 40) }

    /// The bytes of a tile as they stand in the file. Throws `damaged` where that is not in the file.
    func bytes(_ index: Int) throws(ImagingError) -> [UInt8] {
        let count = Int(counts[index])
        guard let offset = Int(exactly: offsets[index]), offset <= file.identity.size - count else {
            throw .damaged(reason: "a tile lies outside the file")
        }
        guard count <= Self.maximumByteCount(of: tileSize) else {
            throw .damaged(reason: "a tile of \(tileSize.width) x \(tileSize.height) has \(count) bytes")
        }
        return try file.bytes(at: offset, count: count)
    }
}
