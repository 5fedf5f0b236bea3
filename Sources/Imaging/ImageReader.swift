// ImageReader: the levels that stand in a file, read region by region.
internal import Geometry
private import CVips

/// A file that holds levels (`ImageDescription.storedLevels`), opened. May be used from several threads at once.
public final class ImageReader: Sendable {
    public let description: ImageDescription

    /// One for each of `description.storedLevels`, in that order: the full size first. Opened when first rendered.
    public let levels: [LevelImage]

    /// Where the tiles of each level of a TIFF stand; nil for other files, and where that cannot be read: such a level cannot be rendered.
    public let tiles: [StoredTiles?]

    /// Reads where the tiles of all levels stand. Throws `io` or `changedWhileReading`.
    public init(_ file: SourceFile, _ description: ImageDescription) throws(ImagingError) {
        self.description = description
        var levels: [LevelImage] = []
        var tiles: [StoredTiles?] = []
        var tiff: TIFFFile?
        for level in description.storedLevels {
            do throws(ImagingError) {
                let found = if let directory = level.directory { try Self.tiles(of: directory, in: file, &tiff) } else { StoredTiles?.none }
                let pool = DecoderPool(file) { () throws(ImagingError) in
                    try Self.open(level, found, of: description, in: file)
                } check: { region throws(ImagingError) in
                    guard let found, !description.isLenient else { return }
                    // A turned level is checked as a whole: which of its tiles were read is not worth working out.
                    try found.check(meeting: description.orientation == 1 ? region : PixelRect(found.size))
                }
                levels.append(
                    LevelImage(decodedBy: pool, size: level.size) { region in
                        guard let found, case .open(.jpg, _) = level.passage, !description.isLenient else { return [] }
                        return found.planarTiles(meeting: region)
                    })
                tiles.append(found)
            } catch {
                if error.isPassing { throw error }
                // What one level did to the reader must not be held against the next.
                tiff = nil
                // The other levels can be read all the same.
                let pool = DecoderPool(file) { () throws(ImagingError) in
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
    ) throws(ImagingError) -> StoredTiles {
        if tiff == nil { tiff = try TIFFFile(file) }
        guard var open = tiff.take() else { throw .changedWhileReading }
        let found = try StoredTiles(file, directory, &open)
        tiff = consume open
        return found
    }

    private static func open(
        _ level: StoredLevel, _ tiles: StoredTiles?, of description: ImageDescription, in file: SourceFile
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

extension ImageHandle {
    /// The image turned by that EXIF orientation. Reduced levels often lack the tag that their full size has.
    func turnedUpright(_ orientation: Int) throws(ImagingError) -> ImageHandle {
        guard orientation > 1 else { return self }
        let tagged = try Vips.run { out in unsafe azv_copy(pointer, out) }
        unsafe vips_image_set_int(tagged.pointer, VIPS_META_ORIENTATION, Int32(clamping: orientation))
        return try Vips.run { out in unsafe azv_autorot(tagged.pointer, out) }
    }
}
