// DecoderPool: decoders of one level of a file, lent to one user at a time.
internal import Geometry

/// A decoder is kept for the next user where all went well, and thrown away after a failure: libvips' cache of decoded tiles answers the
/// second reader of a damaged tile with black, and calls it success. For the same reason no two users share one.
final class DecoderPool: Sendable {
    private let file: SourceFile
    private let open: @Sendable () throws(ImagingError) -> ImageHandle
    private let check: @Sendable (PixelRect) throws(ImagingError) -> Void
    private let idle: IdleDecoders
    private let byteCount: Int

    /// `idle` is where decoders wait for the next use, each of which takes about `byteCount` bytes. `check` is asked about each region before
    /// it is read, and throws where it is damaged in a way that the library passes over.
    init(
        _ file: SourceFile, _ idle: IdleDecoders, byteCount: Int, open: @escaping @Sendable () throws(ImagingError) -> ImageHandle,
        check: @escaping @Sendable (PixelRect) throws(ImagingError) -> Void
    ) {
        self.file = file
        self.idle = idle
        self.byteCount = byteCount
        self.open = open
        self.check = check
    }

    deinit { idle.forget(ObjectIdentifier(self)) }

    /// Lends a decoder to `body`, which reads no more than `region`.
    func withDecoder<Result>(
        of region: PixelRect, _ body: (ImageHandle) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            // Always: the library's complaints can be lost where other threads use it at the same moment.
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
