// Decodes a whole picture, and turns every sign of damage or change into an error.
internal import Geometry
private import CJPEG
private import CVips

extension ImageSource {
    /// Runs `body`, which opens and decodes a picture or one of its levels, and must not keep a decoder. `body` receives the result of
    /// `sourceTiles`.
    /// - Throws: the error of `body`; `damaged` when a JPEG tile is broken or libjpeg has complained; `changedWhileReading` or `io`.
    func reading<Result>(
        _ description: ImageDescription, level: SourceLevel? = nil, _ body: (SourceTiles?) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, level)
            // Needed always: a complaint of the library can get lost when other threads use it at the same moment.
            if let tiles, !description.isLenient { try tiles.check(meeting: PixelRect(tiles.size)) }
            return try body(tiles)
        }
    }

    /// Does the same for a `body` that reads and checks `sourceTiles` by itself.
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

    /// Throws `unreadable` when a JPEG has so many scans that it was made to keep decoders busy.
    private func checkScans() throws(ImagingError) {
        let limit = Int(AZJ_MAXIMUM_SCANS)
        var source = forC
        let count = unsafe azj_count_scans(&source, Int32(limit))
        guard count >= 0 else { throw .io(reason: reason(-count)) }
        guard count <= limit else { throw .unreadable(reason: "a JPEG may have at most \(limit) scans") }
    }

    /// Reads where the tiles or strips of a TIFF's picture, or of one of its levels, lie. Nil for other formats. Call it once, and pass the
    /// result on.
    func sourceTiles(_ description: ImageDescription, _ level: SourceLevel?) throws(ImagingError) -> SourceTiles? {
        guard let directory = level?.directory ?? description.directory else { return nil }
        return try SourceTiles(self, directory)
    }
}

extension Loader {
    /// Throws `damaged` when libjpeg has complained. Its complaints make a decode fail strip by strip, except those about the last strip,
    /// which come when the decoder is freed.
    func judge(complaints: Int) throws(ImagingError) {
        if self == .jpeg && complaints > 0 { throw .damaged(reason: Vips.takeReason()) }
    }
}
