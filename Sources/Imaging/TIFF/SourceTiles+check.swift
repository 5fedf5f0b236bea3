// Checks that the tiles of a file are whole. libjpeg warns of broken data and makes it grey. For a JPEG inside a TIFF, libvips puts such a
// warning into one log of the whole process, from which the file cannot be told.
internal import Geometry
private import CVips
internal import System

extension SourceTiles {
    /// The result of checking a tile. A damaged tile is checked again each time.
    enum Finding: UInt32 {
        case unknown
        /// The pixels can be decoded.
        case whole
        /// The pixels can be decoded, and the bytes can be sent as they are, behind the prefix.
        case passes
    }

    /// Checks the JPEG tiles that meet a region, in pixels of the file, unless they were found whole before.
    /// - Throws: `damaged`, `unreadable`, `changedWhileReading` or `io`.
    func check(meeting region: PixelRect) throws(ImagingError) {
        guard directory.isJPEG else { return }
        for (column, row) in cells(meeting: region) {
            for index in indices(column: column, row: row) where !isVoid(index) && findings[index] == Finding.unknown.rawValue {
                try examine(index, bytes(index))
            }
        }
    }

    /// The bytes of a tile as they lie in the file, when they can be sent behind the prefix; nil when the tile has to be rendered. Checks
    /// the tile when it was not checked before. Worker threads.
    /// - Throws: `damaged`, `unreadable`, `changedWhileReading` or `io`.
    public func passthroughBytes(column: Int, row: Int) throws(ImagingError) -> [UInt8]? {
        let index = row * columns + column
        guard !isVoid(index), findings[index] != Finding.whole.rawValue else { return nil }
        let bytes = try bytes(index)
        if findings[index] == Finding.unknown.rawValue { try examine(index, bytes) }
        guard file.isUnchanged else { throw .changedWhileReading }
        return findings[index] == Finding.passes.rawValue ? bytes : nil
    }

    /// The part of a JPEG tile that lies within the picture, as a JPEG of the same coefficients; nil when the tile has to be rendered.
    /// Worker threads.
    /// - Throws: `damaged`, `unreadable`, `changedWhileReading` or `io`.
    public func passthroughCorner(column: Int, row: Int) throws(ImagingError) -> [UInt8]? {
        guard let head, let bytes = try passthroughBytes(column: column, row: row) else { return nil }
        // A tile that cannot be cut can still be rendered.
        return try? TileJPEG(head, bytes).corner(part(column: column, row: row))
    }

    private func examine(_ index: Int, _ bytes: [UInt8]) throws(ImagingError) {
        try keep(directory.isJPEG ? examineJPEG(index, bytes) : examineWebP(bytes), index)
    }

    /// Notes that a tile is whole, and whether it can be sent as it is.
    func keep(_ passes: Bool, _ index: Int) throws(ImagingError) {
        // The bytes of a file that has changed since must not decide it.
        guard file.isUnchanged else { throw .changedWhileReading }
        findings[index] = (passes ? Finding.passes : .whole).rawValue
    }

    /// True when a JPEG can be sent as it is. Throws `damaged` when it is not whole.
    private func examineJPEG(_ index: Int, _ bytes: [UInt8]) throws(ImagingError) -> Bool {
        guard let head else { return false }
        let jpeg = try TileJPEG(head, bytes)
        let header = try jpeg.header()
        try checkSize(index, header)
        return try passes(header, behind: jpeg.check())
    }

    /// Throws `damaged` when the size or the components of a JPEG do not fit its place.
    func checkSize(_ index: Int, _ header: TileJPEG.Header) throws(ImagingError) {
        let needed = part(column: index % columns, row: index / columns % rows)
        let components = directory.isContiguous ? directory.samplesPerPixel : 1
        guard header.size.width <= tileSize.width, header.size.height <= tileSize.height, header.size.width >= needed.width,
            header.size.height >= needed.height, header.components == components
        else {
            throw .damaged(
                reason: "a tile is a JPEG of \(header.size.width) x \(header.size.height) with \(header.components) components, and not of "
                    + "\(tileSize.width) x \(tileSize.height) with \(components)")
        }
    }

    /// True when a JPEG that is whole can be sent as it is.
    /// - Parameter behind: bytes behind its last marker.
    func passes(_ header: TileJPEG.Header, behind: Int) -> Bool {
        // One byte behind the end makes the length even.
        header.size == tileSize && header.isCommon && behind <= 1 && header.colours == directory.jpegColours
            && (header.isMarked || header.components == 1)
    }

    /// True when a WebP can be sent as it is. Throws `damaged` when it is not whole.
    private func examineWebP(_ bytes: [UInt8]) throws(ImagingError) -> Bool {
        // "RIFF", the length of the rest, "WEBP", and the first chunk, whose flags mark an animation.
        guard bytes.count > 20, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            throw .damaged(reason: "a tile is no WebP")
        }
        let end = 8 + (4..<8).reduce(0) { $0 | Int(bytes[$1]) << (8 * ($1 - 4)) }
        let isAnimation = bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 2 != 0
        let pixels = try ImageHandle.decoding(bytes, of: tileSize, failOn: VIPS_FAIL_ON_ERROR)
        return !isAnimation && (0...1).contains(bytes.count - end)
            && (pixels.bands == directory.samplesPerPixel || pixels.bands == 3 && directory.samplesPerPixel == 4)
    }
}
