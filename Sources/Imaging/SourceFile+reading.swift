// Reading a whole picture so that damage is never passed over in silence.
internal import Geometry
internal import Glibc
private import CVips

extension SourceFile {
    /// The picture of a description, upright, in its own colours, to be read once from top to bottom. Lazy.
    func open(_ description: ImageDescription) throws(ImagingError) -> ImageHandle {
        let sequential = description.isReadInOrder
        if !sequential { try Self.checkTemporarySpace(description) }
        let image = try description.loader.open(makeSource(), page: description.loaderPage, sequential: sequential)
        return try image.turnedUpright(description.orientation)
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

    /// Runs `body`, which opens and decodes a picture and keeps nothing of its decoder, and throws where anything speaks against the
    /// result: warnings of libjpeg, or another state of the file.
    func reading<Result>(
        _ description: ImageDescription, _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            let (result, warnings) = try VipsLog.countingWarnings(body)
            try description.loader.judge(warnings: warnings)
            // Always: the library's complaints can be lost where other threads use it at the same moment.
            if let directory = description.jpegDirectory {
                try TIFFReader(self)?.checkJPEG(at: directory, meeting: PixelRect(description.size.turned(description.orientation)))
            }
            guard isUnchanged else { throw .changedWhileReading }
            return result
        } catch {
            throw blame(error)
        }
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
