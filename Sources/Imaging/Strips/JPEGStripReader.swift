// JPEGStripReader: reads the planes of a JPEG without converting colours.
private import CJPEG
internal import Geometry
private import Glibc
private import System

/// Reads a JPEG in grey or YCbCr through libjpeg's raw data: colours are not converted, and chroma is halved at most once.
@safe final class JPEGStripReader: StripReader {
    let size: PixelSize
    let layout: StripLayout
    private let decoder: OpaquePointer
    /// Kept alive for the decoder.
    private let file: ImageSource
    /// The decoder asks it whether to stop.
    private let question: StopQuestion

    /// Nil when the file's planes cannot be used without conversion: its colours or its chroma subsampling are others.
    /// - Parameters:
    ///   - halvesChroma: true when the chroma planes of strips have half the image's size.
    ///   - isLenient: true when missing pixels become grey instead of an error.
    ///   - isCancelled: asked once for each row of blocks, on the thread that decodes.
    /// - Throws: `damaged`, `io` or `cancelled`.
    init?(_ file: ImageSource, halvesChroma: Bool, isLenient: Bool, isCancelled: @escaping () -> Bool) throws(ImagingError) {
        var header = AzjHeader()
        var result: Int32 = 0
        var source = file.forC
        guard let decoder = unsafe azj_decoder_open(&source, isLenient ? 1 : 0, &header, &result) else {
            throw .io(reason: SystemError.reason(ENOMEM))
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
