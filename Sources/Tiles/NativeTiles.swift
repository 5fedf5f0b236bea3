// NativeTiles: the tiles of an image that are sent as they lie in its file, without decoding.

internal import Building
internal import Geometry
internal import Imaging
internal import Library
internal import PyramidFormat
internal import System

/// The places of the tiles of one open image that can be sent as they are. Any thread.
public final class NativeTiles: Sendable {
    /// A level of the grid whose tiles are the file's.
    private final class Level: Sendable {
        let tiles: SourceTiles
        let format: ImageFormat
        /// So many columns and rows of tiles lie wholly within the picture: those are sent as they are.
        let wholeColumns: Int
        let wholeRows: Int
        /// Whether the tiles at the edges, which the file fills up, can be cut to what the grid's tiles are.
        let canCutEdges: Bool
        /// What stands in front of the file's bytes, and how many of those it stands for.
        let prefix: [UInt8]
        let skip: Int
        /// The CRC-32 of each tile's bytes when they were found whole; 0 before.
        let checksums: AtomicWords

        init(_ tiles: SourceTiles, _ format: ImageFormat, size: PixelSize) {
            self.tiles = tiles
            self.format = format
            wholeColumns = min(tiles.size.width, size.width) / tiles.tileSize.width
            wholeRows = min(tiles.size.height, size.height) / tiles.tileSize.height
            // A level that was halved with floor lacks the grid's last column or row.
            canCutEdges = tiles.size == size && format == .jpg
            prefix = tiles.prefix
            skip = prefix.isEmpty ? 0 : SourceTiles.prefixed
            checksums = AtomicWords(count: tiles.columns * tiles.rows)
        }

        func isWhole(_ address: TileAddress) -> Bool {
            (0..<wholeColumns).contains(address.column) && (0..<wholeRows).contains(address.row)
        }
    }

    /// Nil when the source has no descriptor: its tiles can only be sent as bytes.
    private let file: ReadOnlyFile?
    private let grid: PyramidGrid
    private let isLenient: Bool
    /// One for each level of the grid; nil where its tiles have to be rendered.
    private let levels: [Level?]

    /// - Returns: nil when no level has such tiles.
    /// - Throws: `io` when no descriptor is left.
    init?(_ reader: ImageReader, of record: ImageRecord, in source: ImageSource) throws(ImagingError) {
        grid = record.grid
        isLenient = record.description.isLenient
        levels = (0..<record.grid.levelCount).map { level in
            guard let stored = record.sourceLevel(for: level), let tiles = reader.tiles[stored],
                case .open(let format, _) = record.passthrough(ofLevel: level)
            else { return nil }
            return Level(tiles, format, size: record.grid.size(ofLevel: level))
        }
        guard levels.contains(where: { $0 != nil }) else { return nil }
        file = try source.duplicateDescriptor().map { ReadOnlyFile(adopting: $0, path: record.location) }
    }

    /// A tile that was found whole before, as a range of the file. Does not touch the disk and takes no lock, so that loops may ask.
    func storedTile(_ address: TileAddress, _ format: ImageFormat) -> StoredTile? {
        guard let file, let level = level(of: address, format), level.isWhole(address) else { return nil }
        let checksum = level.checksums[address.row * level.tiles.columns + address.column]
        guard checksum != 0, let place = level.tiles.place(column: address.column, row: address.row) else { return nil }
        return StoredTile(
            file: file, offset: place.offset + level.skip, count: place.count - level.skip, checksum: checksum, prefix: level.prefix)
    }

    /// The bytes of a tile, which are checked when they are first read; nil when the tile has to be rendered. Worker threads.
    /// - Throws: `damaged` where that tile is, `changedWhileReading` or `io`.
    func bytes(_ address: TileAddress, _ format: ImageFormat) throws(ImagingError) -> [UInt8]? {
        guard let level = level(of: address, format), grid.contains(address) else { return nil }
        do throws(ImagingError) {
            guard level.isWhole(address) else {
                return level.canCutEdges ? try level.tiles.passthroughCorner(column: address.column, row: address.row) : nil
            }
            guard let stored = try level.tiles.passthroughBytes(column: address.column, row: address.row) else { return nil }
            let sent = Array(stored[level.skip...])
            let checksum = CRC32.checksum(of: sent)
            let index = address.row * level.tiles.columns + address.column
            let known = level.checksums[index]
            // Changed in a way that the file's times do not show.
            guard known == 0 || known == checksum else { throw .changedWhileReading }
            level.checksums[index] = checksum
            return level.prefix + sent
        } catch {
            if isLenient, case .damaged = error { return nil }
            throw error
        }
    }

    private func level(of address: TileAddress, _ format: ImageFormat) -> Level? {
        guard levels.indices.contains(address.level), let level = levels[address.level], level.format == format else { return nil }
        return level
    }
}
