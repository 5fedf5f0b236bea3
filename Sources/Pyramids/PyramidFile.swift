// A finished pyramid: an SZI, that is a stored zip of a DeepZoom tree, opened once and read with pread.

internal import Geometry

/// Why a pyramid cannot be read.
enum PyramidFileError: Error, CustomStringConvertible {
    /// It cannot be opened or read.
    case system(SystemError)
    /// It is not what its directory says, or has no directory; with what is wrong.
    case damaged(String)

    var description: String {
        switch self {
        case .system(let error): error.description
        case .damaged(let what): what
        }
    }
}

/// An open pyramid file and its directory. Immutable, so that any thread may read tiles.
final class PyramidFile: Sendable {
    /// Where a tile's local header begins, how many bytes the tile has, and their CRC-32.
    private struct Place {
        var offset = 0
        var count: UInt32 = 0
        var checksum: UInt32 = 0
    }

    /// One level's places, row after row.
    private struct Level {
        let columns: Int
        var places: [Place]
    }

    let grid: PyramidGrid
    /// The format of all its tiles.
    let format: ImageFormat
    /// Bytes of the whole file.
    let byteCount: Int
    private let file: ReadOnlyFile
    private let levels: [Level]

    /// Opens a pyramid and checks that it holds every tile of the grid.
    /// - Throws: `PyramidFileError`; such a file must not be served.
    init(path: String, grid: PyramidGrid, format: ImageFormat) throws(PyramidFileError) {
        do throws(SystemError) {
            file = try ReadOnlyFile(path: path)
        } catch {
            throw .system(error)
        }
        byteCount = file.count
        self.grid = grid
        self.format = format
        var levels = (0..<grid.levelCount).map { level in
            let columns = grid.columns(ofLevel: level)
            return Level(columns: columns, places: Array(repeating: Place(), count: columns * grid.rows(ofLevel: level)))
        }
        let extraLevels = grid.deepZoomLevelsBelow
        try ZipDirectory(of: file).forEachEntry { entry throws(PyramidFileError) in
            guard let tile = DeepZoomEntry(name: entry.name), tile.format == format, tile.level >= extraLevels else { return }
            let level = tile.level - extraLevels
            guard level < levels.count, tile.column < levels[level].columns else { return }
            let index = tile.row * levels[level].columns + tile.column
            guard index < levels[level].places.count else { return }
            guard entry.isStored, let count = UInt32(exactly: entry.count), count > 0 else {
                throw .damaged("\(path): a tile is compressed or empty")
            }
            guard let offset = Int(exactly: entry.offset) else {
                throw .damaged("\(path): a tile lies outside the file")
            }
            levels[level].places[index] = Place(offset: offset, count: count, checksum: entry.checksum)
        }
        for level in levels where level.places.contains(where: { $0.count == 0 }) {
            throw .damaged("\(path): tiles are missing")
        }
        self.levels = levels
    }

    /// The encoded bytes of a tile.
    /// - Throws: `PyramidFileError` where the file is shorter than its directory says or was changed.
    func tile(_ address: TileAddress) throws(PyramidFileError) -> [UInt8] {
        guard grid.contains(address) else { throw .damaged("no such tile") }
        let place = levels[address.level].places[address.row * levels[address.level].columns + address.column]
        let bytes = try ZipDirectory.contents(of: file, headerOffset: place.offset, count: Int(place.count))
        guard CRC32.checksum(of: bytes) == place.checksum else {
            throw .damaged("\(file.path): a tile's checksum is wrong")
        }
        return bytes
    }
}
