// DecoderPool: decoders of one level of a file, lent to one user at a time.
internal import Synchronization

/// A decoder is kept for the next user where all went well, and thrown away after a failure: libvips' cache of decoded tiles answers the
/// second reader of a damaged tile with black, and calls it success. For the same reason no two users share one.
final class DecoderPool: Sendable {
    private let file: SourceFile
    private let open: @Sendable () throws(ImagingError) -> ImageHandle
    private let idle = Mutex<[ImageHandle]>([])

    /// More are not kept: a decoder holds a descriptor and the file's index of tiles.
    private static let maximumIdle = 4

    init(_ file: SourceFile, open: @escaping @Sendable () throws(ImagingError) -> ImageHandle) {
        self.file = file
        self.open = open
    }

    /// Lends a decoder to `body`, and calls that once more with a new one, up to twice, where the library left a complaint behind:
    /// of a broken JPEG tile in a TIFF libjpeg only says that it painted it grey, and libvips only writes that down where all threads
    /// write. A complaint of this file comes again; one of another thread's does not.
    func withDecoder<Result>(_ body: (ImageHandle) throws(ImagingError) -> Result) throws(ImagingError) -> Result {
        do throws(ImagingError) {
            let kept = idle.withLock { $0.popLast() }
            var decoder = if let kept { kept } else { try open() }
            var result = try body(decoder)
            var trials = 1
            while Library.hasComplaint {
                let reason = Library.takeReason()
                if trials == 3 { throw .damaged(reason: reason) }
                trials += 1
                decoder = try open()
                result = try body(decoder)
            }
            guard file.isUnchanged else { throw .changedWhileReading }
            idle.withLock { if $0.count < Self.maximumIdle { $0.append(decoder) } }
            return result
        } catch {
            throw file.blame(error)
        }
    }
}
