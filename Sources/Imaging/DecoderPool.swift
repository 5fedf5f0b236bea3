// DecoderPool: the decoders of one level of a file. Each serves one caller at a time.
internal import Geometry

/// Keeps a decoder for the next caller after success, and drops it after a failure: libvips' cache of decoded tiles gives black pixels to
/// the second reader of a damaged tile, and reports success. For the same reason two callers never share a decoder. Any thread.
final class DecoderPool: Sendable {
    private let file: ImageSource
    private let open: @Sendable () throws(ImagingError) -> ImageHandle
    private let check: @Sendable (PixelRect) throws(ImagingError) -> Void
    private let idle: IdleDecoders
    private let byteCount: Int

    /// - Parameters:
    ///   - idle: keeps the decoders that no caller uses.
    ///   - byteCount: the memory of a decoder, about, in bytes.
    ///   - open: makes a decoder.
    ///   - check: called with each region before it is read. Throws when the region has damage that the library does not report.
    init(
        _ file: ImageSource, _ idle: IdleDecoders, byteCount: Int, open: @escaping @Sendable () throws(ImagingError) -> ImageHandle,
        check: @escaping @Sendable (PixelRect) throws(ImagingError) -> Void
    ) {
        self.file = file
        self.idle = idle
        self.byteCount = byteCount
        self.open = open
        self.check = check
    }

    deinit { idle.forget(ObjectIdentifier(self)) }

    /// Calls `body` with a decoder, of which it may read only `region`.
    /// - Throws: the errors of `body`, `open` and `check`; `changedWhileReading` or `io`.
    func withDecoder<Result>(
        of region: PixelRect, _ body: (ImageHandle) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            // Needed always: a complaint of the library can get lost when other threads use it at the same moment.
            try check(region)
            let kept = idle.take(ObjectIdentifier(self))
            let decoder = if let kept { kept } else { try open() }
            let result = try body(decoder)
            try file.checkReads()
            idle.keep(decoder, ObjectIdentifier(self), byteCount: byteCount)
            return result
        } catch {
            throw file.blame(error)
        }
    }
}
