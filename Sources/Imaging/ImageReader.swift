// ImageReader: the levels that stand in a file, read region by region.
internal import Geometry
private import CVips

/// A file that holds levels (`ImageDescription.sourceLevels`), opened. May be used from several threads at once.
public final class ImageReader: Sendable {
    public let description: ImageDescription

    /// One for each of `description.sourceLevels`, in that order: the full size first. Opened when first rendered.
    public let levels: [LevelImage]

    /// Where the tiles of each level of a TIFF stand; nil for other files, and where that cannot be read: such a level cannot be rendered.
    public let tiles: [SourceTiles?]

    /// Reads where the tiles of all levels stand. Throws `io` or `changedWhileReading`.
    /// - Parameter idle: where decoders wait for their next use.
    public init(
        _ file: SourceFile, _ description: ImageDescription, idle: IdleDecoders = IdleDecoders(capacity: 16, byteCapacity: 1 << 28)
    ) throws(ImagingError) {
        self.description = description
        var levels: [LevelImage] = []
        var tiles: [SourceTiles?] = []
        var tiff: TIFFFile?
        for level in description.sourceLevels {
            do throws(ImagingError) {
                let found = if let directory = level.directory { try Self.tiles(of: directory, in: file, &tiff) } else { SourceTiles?.none }
                let pool = DecoderPool(file, idle, byteCount: min(description.rowBytes(of: level), idle.share)) { () throws(ImagingError) in
                    try Self.open(level, found, of: description, in: file)
                } check: { region throws(ImagingError) in
                    guard let found, !description.isLenient else { return }
                    try found.check(meeting: region.stored(description.orientation, in: found.size))
                }
                levels.append(
                    LevelImage(decodedBy: pool, size: level.size) { region in
                        guard let found, case .open(.jpg, _) = level.passthrough, !description.isLenient else { return [] }
                        return found.planarTiles(meeting: region)
                    })
                tiles.append(found)
            } catch {
                if error.isTransient { throw error }
                // What one level did to the reader must not be held against the next.
                tiff = nil
                // The other levels can be read all the same.
                let pool = DecoderPool(file, idle, byteCount: 0) { () throws(ImagingError) in
                    throw error
                } check: { _ throws(ImagingError) in
                }
                levels.append(LevelImage(decodedBy: pool, size: level.size))
                tiles.append(nil)
            }
        }
        self.levels = levels
        self.tiles = tiles
    }

    /// Bytes of memory that a reader takes before anything is rendered, about.
    public var memoryCount: Int { tiles.reduce(0) { $0 + 4_096 + ($1?.memoryCount ?? 0) } }

    /// - Parameter tiff: the file's; opened where it is not open.
    private static func tiles(
        of directory: TIFFDirectory, in file: SourceFile, _ tiff: inout TIFFFile?
    ) throws(ImagingError) -> SourceTiles {
        if tiff == nil { tiff = try TIFFFile(file) }
        guard var open = tiff.take() else { throw .changedWhileReading }
        let found = try SourceTiles(file, directory, &open)
        tiff = consume open
        return found
    }

    private static func open(
        _ level: SourceLevel, _ tiles: SourceTiles?, of description: ImageDescription, in file: SourceFile
    ) throws(ImagingError) -> ImageHandle {
        let image =
            if let tiles {
                try file.open(tiles, of: description, sequential: false)
            } else {
                try description.loader.open(file, page: level.page, sequential: false, isLenient: description.isLenient)
            }
        let upright = try image.turnedUpright(description.orientation).inStandardColour()
        guard upright.width == level.size.width, upright.height == level.size.height else {
            throw .damaged(reason: "a level has another size than its directory says")
        }
        return upright
    }
}

extension PixelRect {
    /// A part of the upright picture as it lies in the picture of that size that the EXIF orientation turns.
    func stored(_ orientation: Int, in size: PixelSize) -> PixelRect {
        let (right, below) = (size.width - maxX, size.height - maxY)
        return switch orientation {
        case 2: PixelRect(x: right, y: y, width: width, height: height)
        case 3: PixelRect(x: right, y: below, width: width, height: height)
        case 4: PixelRect(x: x, y: below, width: width, height: height)
        case 5: PixelRect(x: y, y: x, width: height, height: width)
        case 6: PixelRect(x: y, y: size.height - maxX, width: height, height: width)
        case 7: PixelRect(x: size.width - maxY, y: size.height - maxX, width: height, height: width)
        case 8: PixelRect(x: size.width - maxY, y: x, width: height, height: width)
        default: self
        }
    }
}

extension ImageHandle {
    /// The image turned by that EXIF orientation. Reduced levels often lack the tag that their full size has.
    func turnedUpright(_ orientation: Int) throws(ImagingError) -> ImageHandle {
        guard orientation > 1 else { return self }
        let tagged = try Vips.run { out in unsafe azv_copy(pointer, out) }
        unsafe vips_image_set_int(tagged.pointer, VIPS_META_ORIENTATION, Int32(clamping: orientation))
        return try Vips.run { out in unsafe azv_autorot(tagged.pointer, out) }
    }
}
