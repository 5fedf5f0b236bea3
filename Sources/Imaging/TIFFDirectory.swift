// TIFFDirectory: the tags of a TIFF's directories that say how its pixels are laid out. libvips does not tell whether a TIFF is tiled,
// nor which of its pages are reduced copies of which, and walks all directories anew for each question.
internal import Geometry

/// One image file directory, as far as we want to know.
struct TIFFDirectory: Hashable {
    var size = PixelSize(width: 0, height: 0)
    /// Nil where the pixels lie in strips.
    var tileSize: PixelSize?
    /// Tag 254 says that this is a reduced copy of another image of the file.
    var isReduced = false
    /// Tag 254 says that this is a mask for another image.
    var isMask = false
    var compression = 1
    var samplesPerPixel = 1
    var bitsPerSample = 1
    var photometric = 0
    /// Offsets of the directories that belong to this one (tag 330).
    var subDirectories: [Int] = []
    /// The number among the top-level directories, from 0; for a sub-directory that of its parent.
    var page = 0
    /// The number among its parent's sub-directories, or nil at the top level.
    var subIFD: Int?
}

/// Reads directories. Anything can stand in a file, so every number is checked and every chain is bounded.
struct TIFFReader {
    private let file: SourceFile
    private let littleEndian: Bool
    /// BigTIFF: counts and offsets of 8 bytes.
    private let isBig: Bool
    private let firstDirectory: Int

    /// A TIFF has at most this many directories for us.
    static let maximumDirectories = 10_000
    private static let maximumSubDirectories = 64

    /// Nil where the file is no TIFF.
    init?(_ file: SourceFile) throws(ImagingError) {
        let header = try file.bytes(at: 0, count: 16)
        guard header.count >= 8 else { return nil }
        let little = header[0] == 0x49 && header[1] == 0x49
        guard little || (header[0] == 0x4d && header[1] == 0x4d) else { return nil }
        let fields = Fields(bytes: header, littleEndian: little)
        switch fields.number(at: 2, size: 2) {
        case 42:
            isBig = false
            firstDirectory = fields.number(at: 4, size: 4) ?? 0
        case 43:
            isBig = true
            firstDirectory = fields.number(at: 8, size: 8) ?? 0
        default: return nil
        }
        self.file = file
        littleEndian = little
    }

    /// The directories of the top level, in the file's order. Stops silently where the chain leaves the file or runs in a circle:
    /// the decoder says what is wrong with such a file when it gets there.
    func directories() throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        var offset = firstDirectory
        var seen: Set<Int> = []
        while offset > 0, result.count < Self.maximumDirectories, seen.insert(offset).inserted {
            guard let (found, next) = try directory(at: offset) else { break }
            var directory = found
            directory.page = result.count
            result.append(directory)
            offset = next
        }
        return result
    }

    /// The sub-directories of a directory, in order.
    func subDirectories(of parent: TIFFDirectory) throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        for (index, offset) in parent.subDirectories.enumerated() {
            guard var directory = try directory(at: offset)?.directory else { break }
            directory.page = parent.page
            directory.subIFD = index
            result.append(directory)
        }
        return result
    }

    private func directory(at offset: Int) throws(ImagingError) -> (directory: TIFFDirectory, next: Int)? {
        let countSize = isBig ? 8 : 2
        let entrySize = isBig ? 20 : 12
        let offsetSize = isBig ? 8 : 4
        guard let count = Fields(bytes: try file.bytes(at: offset, count: countSize), littleEndian: littleEndian)
            .number(at: 0, size: countSize), (1...4096).contains(count)
        else { return nil }
        let bytes = try file.bytes(at: offset + countSize, count: count * entrySize + offsetSize)
        let fields = Fields(bytes: bytes, littleEndian: littleEndian)
        var directory = TIFFDirectory()
        var tile = PixelSize(width: 0, height: 0)
        for entry in 0..<count {
            let at = entry * entrySize
            guard let tag = fields.number(at: at, size: 2) else { return nil }
            func value() throws(ImagingError) -> Int { try values(of: fields, at: at, limit: 1).first ?? 0 }
            switch tag {
            case 254:
                let kind = try value()
                directory.isReduced = kind & 1 != 0
                directory.isMask = kind & 4 != 0
            case 256: directory.size.width = try value()
            case 257: directory.size.height = try value()
            case 258: directory.bitsPerSample = try value()
            case 259: directory.compression = try value()
            case 262: directory.photometric = try value()
            case 277: directory.samplesPerPixel = try value()
            case 322: tile.width = try value()
            case 323: tile.height = try value()
            case 330: directory.subDirectories = try values(of: fields, at: at, limit: Self.maximumSubDirectories)
            default: break
            }
        }
        if tile.width > 0 && tile.height > 0 { directory.tileSize = tile }
        return (directory, fields.number(at: count * entrySize, size: offsetSize) ?? 0)
    }

    /// The first `limit` values of an entry: in the entry itself where they fit, else where it points to.
    private func values(of fields: Fields, at entry: Int, limit: Int) throws(ImagingError) -> [Int] {
        let offsetSize = isBig ? 8 : 4
        guard let type = fields.number(at: entry + 2, size: 2), let count = fields.number(at: entry + 4, size: offsetSize) else { return [] }
        let size: Int
        switch type {
        case 1, 6, 7: size = 1
        case 3, 8: size = 2
        case 4, 9, 13: size = 4
        case 16, 17, 18: size = 8
        default: return []
        }
        let wanted = min(count, limit)
        let place = entry + 4 + offsetSize
        if count <= offsetSize / size {
            return (0..<wanted).compactMap { fields.number(at: place + $0 * size, size: size) }
        }
        guard let offset = fields.number(at: place, size: offsetSize) else { return [] }
        let outside = Fields(bytes: try file.bytes(at: offset, count: wanted * size), littleEndian: littleEndian)
        return (0..<wanted).compactMap { outside.number(at: $0 * size, size: size) }
    }
}

/// Unsigned numbers in bytes of either order.
private struct Fields {
    let bytes: [UInt8]
    let littleEndian: Bool

    /// Nil outside the bytes, and where the number is too great for `Int`.
    func number(at offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset + size <= bytes.count else { return nil }
        var value: UInt64 = 0
        for index in 0..<size { value = value << 8 | UInt64(bytes[offset + (littleEndian ? size - 1 - index : index)]) }
        return Int(exactly: value)
    }
}
