// SourceTiles: the places of the tiles of one TIFF directory, and the findings about each tile.
public import Geometry
internal import System

/// The tiles of a directory, or its strips, which are tiles as wide as the picture. Any thread.
public final class SourceTiles: Sendable {
    /// The size of the picture as the file holds it, not turned upright, in pixels.
    public let size: PixelSize
    /// Pixels.
    public let tileSize: PixelSize
    public let columns: Int
    public let rows: Int
    /// Replaces the first `prefixed` bytes of each tile that is sent: the start of a JPEG with the tables that all tiles share. Empty when
    /// tiles are sent exactly as they lie in the file.
    public var prefix: [UInt8] { head?.bytes ?? [] }
    /// Bytes.
    public static let prefixed = TileJPEG.start.count

    let directory: TIFFDirectory
    let file: ImageSource
    /// The start of each JPEG.
    let head: TileJPEG.Head?
    private let offsets: [UInt64]
    /// Bytes of each tile; 0 when a tile has no place in the file, so that the picture has no pixels there.
    private let counts: [UInt32]
    /// A `Finding` for each tile.
    let findings: AtomicWords

    /// Tiles at most, since their places are kept in memory.
    private static let maximumCount = 1 << 24

    /// Reads the places of the tiles. Throws `damaged`, `unreadable`, `io` or `changedWhileReading`.
    convenience init(_ file: ImageSource, _ directory: TIFFDirectory) throws(ImagingError) {
        guard var tiff = try TIFFFile(file) else { throw .changedWhileReading }
        try self.init(file, directory, &tiff)
    }

    /// - Parameter tiff: the open file: opening takes longer than reading the places of a level's tiles.
    init(_ file: ImageSource, _ directory: TIFFDirectory, _ tiff: inout TIFFFile) throws(ImagingError) {
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
        // A count that does not fit into 32 bits is too large to be read, which is found out later.
        counts = places.counts.map { UInt32(clamping: $0) }
        findings = AtomicWords(count: offsets.count)
        head = directory.isJPEG ? try Self.head(file, directory, tables: tiff.jpegTables(of: directory), offsets, counts) : nil
    }

    /// Adds a marker that names the colours when the tiles lack it: without it, Safari takes YCbCr for RGB, and every browser takes RGB for
    /// YCbCr.
    private static func head(
        _ file: ImageSource, _ directory: TIFFDirectory, tables: [UInt8], _ offsets: [UInt64], _ counts: [UInt32]
    ) throws(ImagingError) -> TileJPEG.Head {
        let unmarked = TileJPEG.Head(tables: tables, transform: nil)
        guard directory.isContiguous, directory.samplesPerPixel == 3, let first = counts.firstIndex(where: { $0 > 0 }) else {
            return unmarked
        }
        // The markers of a tile come first. They are short, unless a thumbnail or comment precedes the pixels.
        let start = try file.bytes(at: Int(clamping: offsets[first]), count: min(Int(counts[first]), 1 << 16))
        if let header = try? TileJPEG(unmarked, start).header(), header.isMarked { return unmarked }
        return TileJPEG.Head(tables: tables, transform: directory.photometric == TIFFDirectory.Photometric.yCbCr ? 1 : 0)
    }

    /// The memory of the places and findings, in bytes.
    var memoryCount: Int { offsets.count * (MemoryLayout<UInt64>.stride + 2 * MemoryLayout<UInt32>.stride) }

    /// True when a tile has no place in the file, so that the picture has no pixels there.
    var hasVoids: Bool { counts.contains(0) }

    /// The tiles that meet a region, in pixels of the file.
    func cells(meeting region: PixelRect) -> [(column: Int, row: Int)] {
        guard let inside = region.intersection(PixelRect(size)) else { return [] }
        let columns = inside.x / tileSize.width...(inside.maxX - 1) / tileSize.width
        return (inside.y / tileSize.height...(inside.maxY - 1) / tileSize.height).flatMap { row in columns.map { ($0, row) } }
    }

    /// The index of a tile in the first plane, and those of the same place in the other planes.
    func indices(column: Int, row: Int) -> StrideTo<Int> {
        stride(from: row * columns + column, to: offsets.count, by: columns * rows)
    }

    func isVoid(_ index: Int) -> Bool { counts[index] == 0 }

    /// Where the bytes of a tile of the first plane lie in the file; nil when it has no place, or one beyond the end of the file.
    public func place(column: Int, row: Int) -> (offset: Int, count: Int)? {
        let index = row * columns + column
        let count = Int(counts[index])
        guard count > 0, let offset = Int(exactly: offsets[index]), offset <= file.identity.size - count else { return nil }
        return (offset, count)
    }

    /// The size of the part of a tile that lies within the picture; the rest is padding.
    func part(column: Int, row: Int) -> PixelSize {
        PixelSize(
            width: min(tileSize.width, size.width - column * tileSize.width),
            height: min(tileSize.height, size.height - row * tileSize.height))
    }

    /// Bytes of an encoded tile at most. A pixel of a JPEG or WebP has four samples at most. An encoded tile of few pixels may be larger
    /// than its pixels; one of many pixels never is.
    static func maximumByteCount(of tileSize: PixelSize) -> Int { 1 << 20 + 4 * min(tileSize.area, 1 << 40) }

    /// The bytes of a tile as they lie in the file. Throws `damaged` when its place is outside the file.
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
