// A finished pyramid: an SZI, that is a stored zip of a DeepZoom tree, opened once and read with pread.

public import Geometry
internal import Protocols
private import Synchronization
public import System

/// Why a pyramid cannot be read.
public enum PyramidFileError: Error, CustomStringConvertible {
    /// It cannot be opened, read or written.
    case system(SystemError)
    /// It is not what its directory says, or has no directory; with what is wrong.
    case damaged(String)

    public var description: String {
        switch self {
        case .system(let error): error.description
        case .damaged(let what): what
        }
    }
}

/// A pyramid file that is whole, and its index. Any thread.
public final class PyramidFile: Sendable {
    /// The format of all its tiles.
    let format: ImageFormat
    /// Bytes of the whole file.
    public let byteCount: Int
    public let file: ReadOnlyFile
    private let index: TileIndex
    private let directory: Range<Int>
    private let digest = Mutex<String?>(nil)

    /// A pyramid that has just been written.
    public init(_ file: ReadOnlyFile, index: TileIndex, format: ImageFormat, directory: Range<Int>, byteCount: Int) {
        self.file = file
        self.index = index
        self.format = format
        self.directory = directory
        self.byteCount = byteCount
    }

    /// Opens a pyramid and checks that it holds every tile.
    ///
    /// Local headers are not read: where the entries leave no room between them for anything but a header and its name, each tile stands
    /// right behind its own.
    /// - Throws: `PyramidFileError`; such a file must not be served.
    public init(path: String, grid: PyramidGrid, format: ImageFormat) throws(PyramidFileError) {
        do throws(SystemError) {
            file = try ReadOnlyFile(path: path)
        } catch {
            throw .system(error)
        }
        byteCount = file.count
        self.format = format
        let zip = try ZipDirectory(of: file)
        directory = zip.place
        var index = TileIndex(DeepZoomLayout(grid))
        var first = zip.place.lowerBound
        var used = 0
        try zip.forEachEntry { entry throws(PyramidFileError) in
            let head = ZipRecords.localHeaderCount + entry.name.count
            guard entry.isStored, entry.count <= zip.place.lowerBound, entry.offset <= zip.place.lowerBound else {
                throw .damaged("\(path): an entry is compressed, or lies outside the file")
            }
            first = min(first, Int(entry.offset))
            used += head + Int(entry.count)
            guard let tile = DeepZoomTile(entryName: entry.name.span), tile.format == format,
                let slot = index.layout.slot(deepZoom: tile.address)
            else { return }
            guard let count = UInt32(exactly: entry.count), count > 0, index[slot] == nil else {
                throw .damaged("\(path): a tile is empty, or there twice")
            }
            index.enter(TileIndex.Place(offset: Int(entry.offset) + head, count: count, checksum: entry.checksum), at: slot)
        }
        guard index.missing == 0 else { throw .damaged("\(path): tiles are missing") }
        guard first + used == zip.place.lowerBound else { throw .damaged("\(path): it was not written by this program") }
        self.index = index
    }

    /// A tile of the grid; nil where the grid has no such tile.
    public func storedTile(_ address: TileAddress) -> StoredTile? {
        index.layout.slot(address).flatMap { index[$0] }.map { StoredTile(file: file, $0) }
    }

    public var tileCount: Int { index.layout.count }

    /// How many bytes the index takes in memory, about.
    public var indexByteCount: Int { index.layout.count * MemoryLayout<TileIndex.Place>.stride }

    /// A digest of the directory: of two files with the same tiles in another order it differs. Reads the directory the first time: worker
    /// threads.
    public func directoryDigest() throws(SystemError) -> String {
        if let known = digest.withLock({ $0 }) { return known }
        var digests = ""
        for start in stride(from: directory.lowerBound, to: directory.upperBound, by: 1 << 20) {
            digests += SHA256.hexadecimal(of: try file.read(min(1 << 20, directory.upperBound - start), at: start))
        }
        let whole = SHA256.hexadecimal(of: Array(digests.utf8))
        digest.withLock { $0 = whole }
        return whole
    }
}
