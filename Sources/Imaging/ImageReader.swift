// ImageReader: reads the levels of a file region by region.
internal import Geometry
private import CVips

/// An open file that holds levels (`ImageDescription.sourceLevels`). Any thread, several at once.
public final class ImageReader: Sendable {
    public let description: ImageDescription

    /// One level for each of `description.sourceLevels`, in that order: the full size first. A level is opened when it is first rendered.
    public let levels: [LevelImage]

    /// The places of the tiles of each level of a TIFF. Nil for other formats, and for a level whose places cannot be read, which cannot be
    /// rendered.
    public let tiles: [SourceTiles?]

    /// Reads the places of the tiles of all levels. Worker threads.
    /// - Parameter idle: keeps the decoders that no caller uses.
    /// - Throws: `io` or `changedWhileReading`.
    public init(
        _ file: ImageSource, _ description: ImageDescription, idle: IdleDecoders = IdleDecoders(capacity: 16, byteCapacity: 1 << 28)
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
                // An error of one level must not affect how the next one is read.
                tiff = nil
                // The other levels can still be read.
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

    /// The memory of a reader before it has rendered anything, about, in bytes.
    public var memoryCount: Int { tiles.reduce(0) { $0 + 4_096 + ($1?.memoryCount ?? 0) } }

    /// - Parameter tiff: the file's directories, which are opened when they are not open.
    private static func tiles(
        of directory: TIFFDirectory, in file: ImageSource, _ tiff: inout TIFFFile?
    ) throws(ImagingError) -> SourceTiles {
        if tiff == nil { tiff = try TIFFFile(file) }
        guard var open = tiff.take() else { throw .changedWhileReading }
        let found = try SourceTiles(file, directory, &open)
        tiff = consume open
        return found
    }

    private static func open(
        _ level: SourceLevel, _ tiles: SourceTiles?, of description: ImageDescription, in file: ImageSource
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
    /// Where a part of the upright picture lies in the picture of that size as the file holds it, before the EXIF orientation turns it.
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
    /// The image turned by an EXIF orientation. Reduced levels often lack the orientation tag of their full size.
    func turnedUpright(_ orientation: Int) throws(ImagingError) -> ImageHandle {
        guard orientation > 1 else { return self }
        let tagged = try Vips.run { out in unsafe azv_copy(pointer, out) }
        unsafe vips_image_set_int(tagged.pointer, VIPS_META_ORIENTATION, Int32(clamping: orientation))
        return try Vips.run { out in unsafe azv_autorot(tagged.pointer, out) }
    }
}
