// ImageReader: the levels that stand in a file, read region by region.
internal import Geometry
private import CVips

/// A file that holds levels (`ImageDescription.storedLevels`), opened. May be used from several threads at once.
public final class ImageReader: Sendable {
    public let description: ImageDescription

    /// One for each of `description.storedLevels`, in that order: the full size first. Opened when first rendered.
    public let levels: [LevelImage]

    public init(_ file: SourceFile, _ description: ImageDescription) {
        self.description = description
        levels = description.storedLevels.map { level in
            let pool = DecoderPool(file) { () throws(ImagingError) in
                try Self.open(level, of: description, in: file)
            } check: { region throws(ImagingError) in
                guard let directory = level.jpegDirectory else { return }
                // A turned level is checked as a whole: which of its tiles were read is not worth working out.
                let stored = description.orientation == 1 ? region : PixelRect(level.size.turned(description.orientation))
                try TIFFReader(file)?.checkJPEG(at: directory, meeting: stored)
            }
            return LevelImage(decodedBy: pool, size: level.size)
        }
    }

    private static func open(
        _ level: StoredLevel, of description: ImageDescription, in file: SourceFile
    ) throws(ImagingError) -> ImageHandle {
        let image = try description.loader.open(file.makeSource(), page: level.page, subIFD: level.subIFD, sequential: false)
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
