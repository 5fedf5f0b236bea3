// Reading a whole picture so that damage is never passed over in silence.
internal import Geometry
internal import Glibc
private import CJPEG
private import CVips

extension SourceFile {
    /// The picture of a description, or a level of it that stands in the file, upright, in its own colours, to be read once from top to
    /// bottom. Lazy.
    /// - Parameter tiles: what `sourceTiles` gives for the same.
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

    /// The picture that a TIFF's tiles or strips make up, as it is stored. Lazy.
    func open(
        _ tiles: SourceTiles, of description: ImageDescription, sequential: Bool
    ) throws(ImagingError) -> ImageHandle {
        let image = try description.loader.open(
            self, page: tiles.directory.page, subIFD: tiles.directory.subIFD ?? -1, sequential: sequential,
            isLenient: description.isLenient)
        return try image.patched(tiles, isLenient: description.isLenient)
    }

    /// What is not read in order libvips decodes as a whole first, to a temporary file where it is large. That there is no room for it
    /// would look like damage.
    private static func checkTemporarySpace(_ size: PixelSize, of description: ImageDescription) throws(ImagingError) {
        let (pixels, overflow) = size.area.multipliedReportingOverflow(by: description.bands * description.bitsPerBand / 8)
        guard overflow || pixels > Int(clamping: vips_get_disc_threshold()) else { return }
        let folder = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { throw .io(reason: "\(folder): \(systemReason())") }
        guard !overflow, UInt(pixels) / status.f_frsize < status.f_bavail else {
            throw .io(reason: "\(folder) has no room for a temporary file of \(pixels) bytes")
        }
    }

    /// Runs `body`, which opens and decodes a picture, or a level of it, and keeps nothing of its decoder, and throws where anything speaks
    /// against the result: broken JPEG tiles, complaints of libjpeg, or another state of the file. It is given what `sourceTiles` gives.
    func reading<Result>(
        _ description: ImageDescription, level: SourceLevel? = nil, _ body: (SourceTiles?) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, level)
            // Always: the library's complaints can be lost where other threads use it at the same moment.
            if let tiles, !description.isLenient { try tiles.check(meeting: PixelRect(tiles.size)) }
            return try body(tiles)
        }
    }

    /// The same for a `body` that reads `sourceTiles` and checks them itself.
    func watching<Result>(
        _ description: ImageDescription, _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            if description.loader == .jpeg && description.isProgressive { try checkScans() }
            let (result, complaints) = try VipsLog.countingComplaints(body)
            if !description.isLenient { try description.loader.judge(complaints: complaints) }
            try checkReads()
            return result
        } catch {
            throw blame(error)
        }
    }

    /// Throws `unreadable` where a JPEG has so many scans that it is made to keep decoders busy.
    private func checkScans() throws(ImagingError) {
        let limit = Int(AZJ_MAXIMUM_SCANS)
        let count = Int(azj_count_scans(descriptor, Int32(limit)))
        guard count >= 0 else { throw .io(reason: Self.systemReason()) }
        guard count <= limit else { throw .unreadable(reason: "a JPEG may have at most \(limit) scans") }
    }

    /// Where the tiles or strips of a TIFF's picture, or of a level of it, stand; nil for other files. Read from the file: once, and then
    /// handed down.
    func sourceTiles(_ description: ImageDescription, _ level: SourceLevel?) throws(ImagingError) -> SourceTiles? {
        guard let directory = level?.directory ?? description.directory else { return nil }
        return try SourceTiles(self, directory)
    }

    /// The error to report where reading failed with `error`: a file that changed meanwhile, or could not be read, is to blame for whatever
    /// a decoder takes it for.
    func blame(_ error: ImagingError) -> ImagingError {
        if error == .cancelled { return error }
        do throws(ImagingError) {
            try checkReads()
            return error
        } catch {
            return error
        }
    }
}

extension Loader {
    /// libjpeg's complaints fail a decode strip by strip, but for those of the last strip, which the decoder only tells when it is freed.
    func judge(complaints: Int) throws(ImagingError) {
        if self == .jpeg && complaints > 0 { throw .damaged(reason: Vips.takeReason()) }
    }
}

extension PixelSize {
    /// The size of an image before, or after, it was turned by an EXIF orientation.
    func turned(_ orientation: Int) -> PixelSize { orientation >= 5 ? PixelSize(width: height, height: width) : self }
}
