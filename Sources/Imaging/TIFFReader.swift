// TIFFReader: finds the directories of a TIFF, every chain of them bounded.
internal import Geometry

/// A TIFF or BigTIFF of either byte order.
struct TIFFReader {
    let file: SourceFile
    let layout: TIFFLayout
    private let firstDirectory: Int

    /// A TIFF has at most this many directories for us.
    private static let maximumDirectories = 10_000
    private static let maximumSubDirectories = 64

    /// Nil where the file is no TIFF.
    init?(_ file: SourceFile) throws(ImagingError) {
        let header = try file.bytes(at: 0, count: 16)
        guard header.count >= 8 else { return nil }
        let little = header[0] == 0x49 && header[1] == 0x49
        guard little || (header[0] == 0x4d && header[1] == 0x4d) else { return nil }
        let plain = TIFFLayout(littleEndian: little, isBig: false)
        switch plain.number(in: header, at: 2, size: 2) {
        case 42:
            layout = plain
            firstDirectory = plain.number(in: header, at: 4, size: 4) ?? 0
        case 43:
            layout = TIFFLayout(littleEndian: little, isBig: true)
            firstDirectory = plain.number(in: header, at: 8, size: 8) ?? 0
        default: return nil
        }
        self.file = file
    }

    /// The directories of the top level, in the file's order. Stops silently where the chain leaves the file or runs in a circle:
    /// the decoder says what is wrong with such a file when it gets there.
    func directories() throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        var offset = firstDirectory
        var seen: Set<Int> = []
        while offset > 0, result.count < Self.maximumDirectories, seen.insert(offset).inserted {
            guard let entries = try entries(at: offset) else { break }
            result.append(try directory(entries, at: offset, page: result.count, subIFD: nil))
            offset = entries.next
        }
        return result
    }

    /// The sub-directories of a directory, in order.
    func subDirectories(of parent: TIFFDirectory) throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        for offset in parent.subDirectories {
            guard let entries = try entries(at: offset) else { break }
            result.append(try directory(entries, at: offset, page: parent.page, subIFD: result.count))
        }
        return result
    }

    func entries(at offset: Int) throws(ImagingError) -> TIFFEntries? { try TIFFEntries(file, layout, at: offset) }

    private func directory(
        _ entries: TIFFEntries, at offset: Int, page: Int, subIFD: Int?
    ) throws(ImagingError) -> TIFFDirectory {
        let kind = try entries.number(.kind) ?? 0
        let tile = PixelSize(width: try entries.number(.tileWidth) ?? 0, height: try entries.number(.tileHeight) ?? 0)
        return TIFFDirectory(
            size: PixelSize(width: try entries.number(.width) ?? 0, height: try entries.number(.height) ?? 0),
            tileSize: tile.width > 0 && tile.height > 0 ? tile : nil,
            isReduced: kind & 1 != 0, isMask: kind & 4 != 0,
            compression: try entries.number(.compression) ?? 1,
            samplesPerPixel: try entries.number(.samplesPerPixel) ?? 1,
            bitsPerSample: try entries.number(.bitsPerSample) ?? 1,
            subDirectories: try entries.numbers(.subDirectories, count: Self.maximumSubDirectories),
            offset: offset, page: page, subIFD: subIFD)
    }
}
