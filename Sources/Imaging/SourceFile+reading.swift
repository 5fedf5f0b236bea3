// Reading a whole picture so that damage is never passed over in silence.
internal import Geometry
internal import Glibc
private import CVips

extension SourceFile {
    /// The picture of a description, or a level of it that stands in the file, upright, in its own colours, to be read once from top to
    /// bottom. Lazy.
    func open(_ description: ImageDescription, level: StoredLevel? = nil) throws(ImagingError) -> ImageHandle {
        let sequential = description.isReadInOrder
        if !sequential { try Self.checkTemporarySpace(description) }
        if let directory = level?.directory ?? description.directory {
            return try open(StoredTiles(self, directory), of: description, sequential: sequential).turnedUpright(description.orientation)
        }
        let image = try description.loader.open(
            self, page: level?.page ?? description.loaderPage, sequential: sequential, isLenient: description.isLenient)
        return try image.turnedUpright(description.orientation)
    }

    /// The picture that a TIFF's tiles or strips make up, as it is stored. Lazy.
    func open(
        _ tiles: StoredTiles, of description: ImageDescription, sequential: Bool
    ) throws(ImagingError) -> ImageHandle {
        let image = try description.loader.open(
            self, page: tiles.directory.page, subIFD: tiles.directory.subIFD ?? -1, sequential: sequential,
            isLenient: description.isLenient)
        return try image.patched(tiles, isLenient: description.isLenient)
    }

    /// What is not read in order libvips decodes as a whole first, to a temporary file where it is large. That there is no room for it
    /// would look like damage.
    private static func checkTemporarySpace(_ description: ImageDescription) throws(ImagingError) {
        let (pixels, overflow) = description.size.area.multipliedReportingOverflow(by: description.bands * description.bitsPerBand / 8)
        guard overflow || pixels > Int(clamping: vips_get_disc_threshold()) else { return }
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { throw .io(reason: "\(folder): \(systemReason())") }
        guard !overflow, UInt(pixels) / status.f_frsize < status.f_bavail else {
            throw .io(reason: "\(folder) has no room for a temporary file of \(pixels) bytes")
        }
    }

    /// Runs `body`, which opens and decodes a picture, or a level of it, and keeps nothing of its decoder, and throws where anything speaks
    /// against the result: broken JPEG tiles, warnings of libjpeg, or another state of the file.
    func reading<Result>(
        _ description: ImageDescription, level: StoredLevel? = nil, _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try watching(description) { () throws(ImagingError) in
            // Always: the library's complaints can be lost where other threads use it at the same moment.
            if let tiles = try tilesToCheck(description, level) { try tiles.check(meeting: PixelRect(tiles.size)) }
            return try body()
        }
    }

    /// The same for a `body` that checks JPEG tiles (`tilesToCheck`) itself.
    func watching<Result>(
        _ description: ImageDescription, _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            let (result, warnings) = try VipsLog.countingWarnings(body)
            if !description.isLenient { try description.loader.judge(warnings: warnings) }
            guard isUnchanged else { throw .changedWhileReading }
            return result
        } catch {
            throw blame(error)
        }
    }

    /// The JPEG tiles or strips that a picture, or a level of it, consists of; nil where it does not, and where damage is no error.
    func tilesToCheck(_ description: ImageDescription, _ level: StoredLevel?) throws(ImagingError) -> StoredTiles? {
        guard !description.isLenient, let directory = level?.directory ?? description.directory, directory.isJPEG else { return nil }
        return try StoredTiles(self, directory)
    }

    /// The error to report where reading failed with `error`: a file that changed meanwhile is to blame for damage.
    func blame(_ error: ImagingError) -> ImagingError {
        if case .damaged = error, !isUnchanged { return .changedWhileReading }
        return error
    }
}

extension Loader {
    /// libjpeg's warnings fail a decode strip by strip, but for those of the last strip, which the decoder only tells when it is freed.
    func judge(warnings: Int) throws(ImagingError) {
        if self == .jpeg && warnings > 0 { throw .damaged(reason: Vips.takeReason()) }
    }
}

extension PixelSize {
    /// The size of an image before, or after, it was turned by an EXIF orientation.
    func turned(_ orientation: Int) -> PixelSize { orientation >= 5 ? PixelSize(width: height, height: width) : self }
}
