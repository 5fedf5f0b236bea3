// JPEGStripReader: the planes of a JPEG as they stand in it, without a change of colours.
private import CJPEG
internal import Geometry
private import Glibc

/// Reads a JPEG in grey or YCbCr through libjpeg's raw data: colours are not converted, and chroma is halved at most once.
@safe final class JPEGStripReader: StripReader {
    let size: PixelSize
    let layout: StripLayout
    private let decoder: OpaquePointer
    /// Keeps the descriptor open.
    private let file: SourceFile
    /// What the decoder asks while it works.
    private let question: StopQuestion

    /// Nil where the file's planes cannot be taken as they are: other colours, other proportions of chroma.
    /// - Parameters:
    ///   - halvesChroma: whether strips are to have chroma of half the size.
    ///   - isLenient: whether what is missing is painted grey.
    ///   - isCancelled: asked once for each row of blocks that is decoded, on the thread that decodes.
    init?(_ file: SourceFile, halvesChroma: Bool, isLenient: Bool, isCancelled: @escaping () -> Bool) throws(ImagingError) {
        var header = AzjHeader()
        var result: Int32 = 0
        guard let decoder = unsafe azj_decoder_open(file.descriptor, Int64(file.identity.size), isLenient ? 1 : 0, &header, &result) else {
            throw .io(reason: SourceFile.systemReason(ENOMEM))
        }
        unsafe self.decoder = unsafe decoder
        self.file = file
        question = StopQuestion(isCancelled)
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        layout = header.components == 1 ? .grey : .colour(halvesChroma: halvesChroma)
        try check(result)
        let hasWholeChroma = header.share_x == 1 && header.share_y == 1
        guard header.is_planar != 0, halvesChroma || hasWholeChroma || header.components == 1 else { return nil }
        let start = unsafe azj_decoder_start(decoder, halvesChroma ? 1 : 0, StopQuestion.ask, question.asker)
        try check(start)
    }

    deinit { unsafe azj_decoder_close(decoder) }

    func read(into strip: Strip) throws(ImagingError) {
        let pointers = unsafe strip.planes.map { unsafe Optional($0.base) }
        let strides = unsafe strip.planes.map(\.stride)
        try check(unsafe azj_decoder_read(decoder, pointers, strides, Int32(strip.rows)))
    }

    func finish() throws(ImagingError) { try check(unsafe azj_decoder_finish(decoder)) }

    private func check(_ result: Int32) throws(ImagingError) {
        guard result != 0 else { return }
        let reason = unsafe String(cString: azj_decoder_message(decoder))
        switch Int(result) {
        case AZJ_DAMAGED: throw .damaged(reason: reason)
        case AZJ_CANCELLED: throw .cancelled
        default: throw .io(reason: reason)
        }
    }
}
