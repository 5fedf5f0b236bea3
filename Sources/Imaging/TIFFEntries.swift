// TIFFEntries: the fields of one TIFF directory by their tags. Anything can stand in a file, so every number is checked.

/// The tags that we read (TIFF 6.0; 330 and 347 from its supplements).
enum TIFFTag: Int {
    case kind = 254
    case width = 256
    case height = 257
    case bitsPerSample = 258
    case compression = 259
    case stripOffsets = 273
    case samplesPerPixel = 277
    case stripByteCounts = 279
    case tileWidth = 322
    case tileHeight = 323
    case tileOffsets = 324
    case tileByteCounts = 325
    case subDirectories = 330
    case jpegTables = 347
}

/// How a file writes its numbers.
struct TIFFLayout: Hashable {
    let littleEndian: Bool
    /// BigTIFF: counts and offsets of 8 bytes.
    let isBig: Bool

    var offsetSize: Int { isBig ? 8 : 4 }

    /// Nil outside the bytes, and where the number is too great for `Int`.
    func number(in bytes: [UInt8], at place: Int, size: Int) -> Int? {
        guard place >= 0, place + size <= bytes.count else { return nil }
        var value: UInt64 = 0
        for index in 0..<size { value = value << 8 | UInt64(bytes[place + (littleEndian ? size - 1 - index : index)]) }
        return Int(exactly: value)
    }
}

/// One directory. Values that do not fit into their entries are read from the file when they are asked for.
struct TIFFEntries {
    private let file: SourceFile
    private let layout: TIFFLayout
    private let bytes: [UInt8]
    /// Where in `bytes` each tag's entry starts.
    private let places: [Int: Int]
    /// The offset of the directory after this one; 0 after the last.
    let next: Int

    /// Nil where no directory can be read at `offset`.
    init?(_ file: SourceFile, _ layout: TIFFLayout, at offset: Int) throws(ImagingError) {
        guard (0..<file.identity.size).contains(offset) else { return nil }
        let countSize = layout.isBig ? 8 : 2
        let entrySize = layout.isBig ? 20 : 12
        let head = try file.bytes(at: offset, count: countSize)
        guard let count = layout.number(in: head, at: 0, size: countSize), (1...4096).contains(count) else { return nil }
        bytes = try file.bytes(at: offset + countSize, count: count * entrySize + layout.offsetSize)
        var places: [Int: Int] = [:]
        for entry in 0..<count {
            guard let tag = layout.number(in: bytes, at: entry * entrySize, size: 2) else { return nil }
            places[tag] = entry * entrySize
        }
        self.places = places
        self.file = file
        self.layout = layout
        next = layout.number(in: bytes, at: count * entrySize, size: layout.offsetSize) ?? 0
    }

    func has(_ tag: TIFFTag) -> Bool { places[tag.rawValue] != nil }

    /// The first value of a tag, or nil.
    func number(_ tag: TIFFTag) throws(ImagingError) -> Int? { try numbers(tag, count: 1).first }

    /// Up to `count` values of a tag from the one with that index on; fewer where the tag or the file has fewer.
    func numbers(_ tag: TIFFTag, from first: Int = 0, count: Int) throws(ImagingError) -> [Int] {
        guard let (place, size, total) = field(tag), first >= 0, first < total else { return [] }
        let wanted = min(count, total - first)
        let raw: [UInt8]
        if total <= layout.offsetSize / size {
            raw = Array(bytes[place...].dropFirst(first * size).prefix(wanted * size))
        } else {
            let (skipped, overflow) = first.multipliedReportingOverflow(by: size)
            guard !overflow, let start = layout.number(in: bytes, at: place, size: layout.offsetSize), start < file.identity.size,
                skipped < file.identity.size
            else { return [] }
            raw = try file.bytes(at: start + skipped, count: wanted * size)
        }
        return (0..<wanted).compactMap { layout.number(in: raw, at: $0 * size, size: size) }
    }

    /// The bytes of a tag, at most `limit`; empty where there are none, or more.
    func data(_ tag: TIFFTag, limit: Int) throws(ImagingError) -> [UInt8] {
        guard let (place, size, total) = field(tag), size == 1, total > layout.offsetSize, total <= limit,
            let start = layout.number(in: bytes, at: place, size: layout.offsetSize)
        else { return [] }
        return try file.bytes(at: start, count: total)
    }

    /// Where a tag's values or their offset stand, the size of one in bytes, and how many there are; nil for types that are no whole
    /// numbers.
    private func field(_ tag: TIFFTag) -> (place: Int, size: Int, total: Int)? {
        guard let entry = places[tag.rawValue], let type = layout.number(in: bytes, at: entry + 2, size: 2),
            let total = layout.number(in: bytes, at: entry + 4, size: layout.offsetSize)
        else { return nil }
        let place = entry + 4 + layout.offsetSize
        switch type {
        case 1, 6, 7: return (place, 1, total)
        case 3, 8: return (place, 2, total)
        case 4, 9, 13: return (place, 4, total)
        case 16, 17, 18: return (place, 8, total)
        default: return nil
        }
    }
}
