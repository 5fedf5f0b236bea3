// Opens a picture to be decoded as a whole.
internal import Geometry
private import CVips
private import Glibc
private import System

extension ImageSource {
    /// Opens a picture, or one of its levels in the file, upright and in its own colours, to be read once from top to bottom. Lazy: pixels
    /// are decoded when they are asked for.
    /// - Parameter tiles: the result of `sourceTiles` for the same picture and level.
    func open(_ description: ImageDescription, level: SourceLevel? = nil, _ tiles: SourceTiles?) throws(ImagingError) -> ImageHandle {
        let sequential = description.isReadInOrder
        if !sequential { try Self.checkTemporarySpace(level?.size ?? description.size, of: description) }
        if let tiles {
            return try open(tiles, of: description, sequential: sequential).turnedUpright(description.orientation)
        }
        let image = try description.loader.open(
            self, page: level?.page ?? description.loaderPage, sequential: sequential, isLenient: description.isLenient)
        return try image.turnedUpright(description.orientation)
    }

    /// Opens the picture that the tiles or strips of a TIFF's directory make up, not yet upright. Lazy.
    func open(
        _ tiles: SourceTiles, of description: ImageDescription, sequential: Bool
    ) throws(ImagingError) -> ImageHandle {
        let image = try description.loader.open(
            self, page: tiles.directory.page, subIFD: tiles.directory.subIFD ?? -1, sequential: sequential,
            isLenient: description.isLenient)
        return try image.patched(tiles, isLenient: description.isLenient)
    }

    /// Throws `io` when a temporary file for all pixels has no room. libvips first decodes all of a picture that is not read in order, to a
    /// temporary file when it is large; without room for it, the picture would look damaged.
    private static func checkTemporarySpace(_ size: PixelSize, of description: ImageDescription) throws(ImagingError) {
        let (pixels, overflow) = size.area.multipliedReportingOverflow(by: description.bands * description.bitsPerBand / 8)
        guard overflow || pixels > Int(clamping: vips_get_disc_threshold()) else { return }
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { throw .io(reason: "\(folder): \(SystemError.reason(errno))") }
        guard !overflow, UInt(pixels) / status.f_frsize < status.f_bavail else {
            throw .io(reason: "\(folder) has no room for a temporary file of \(pixels) bytes")
        }
    }
}

extension PixelSize {
    /// The size of an image after, or before, it was turned by an EXIF orientation.
    func turned(_ orientation: Int) -> PixelSize { orientation >= 5 ? PixelSize(width: height, height: width) : self }
}
