// Vips: the border to libvips: one owner per object, one place that calls an operation and reads why it failed.
internal import CVips
internal import Synchronization

/// Owns one reference to a `VipsImage`, which is immutable once made: it may be used from any thread, and dropped on any.
/// Pixels are computed when they are wanted: the library keeps its own references to the images and sources that an image was made of.
@safe final class ImageHandle: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Takes over the caller's reference.
    init(adopting pointer: UnsafeMutablePointer<VipsImage>) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe g_object_unref(pointer) }

    var width: Int { Int(unsafe pointer.pointee.Xsize) }
    var height: Int { Int(unsafe pointer.pointee.Ysize) }
    var bands: Int { Int(unsafe pointer.pointee.Bands) }
    var format: VipsBandFormat { unsafe pointer.pointee.BandFmt }
    var interpretation: VipsInterpretation { unsafe vips_image_guess_interpretation(pointer) }
    /// Packed Lab has a fourth byte that is no alpha.
    var hasAlpha: Bool { unsafe pointer.pointee.Coding == VIPS_CODING_NONE && vips_image_hasalpha(pointer) != 0 }
    var hasProfile: Bool { unsafe vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) != 0 }

    /// Has the pixels of an image just opened, and of all that is made of it, computed in one thread. With several, libvips 8.14 loses the
    /// error of the last strips: it looks at the result when no strip is left to begin, and not when all are done.
    func decodeInOneThread() { unsafe vips_image_set_int(pointer, VIPS_META_CONCURRENCY, 1) }

    /// The image with all its pixels computed. Its decoder, if it had one, is done and gone when this handle is.
    func inMemory() throws(ImagingError) -> ImageHandle {
        guard let pixels = unsafe vips_image_copy_memory(pointer) else { throw Vips.failure(in: .reading) }
        return unsafe ImageHandle(adopting: pixels)
    }

    /// The image with its pixels as numbers, where they are packed (Radiance, Lab of 10 bits).
    func unpacked() throws(ImagingError) -> ImageHandle { try Vips.run { out in unsafe vips_image_decode(pointer, out) } }
}

/// The step of ours that calls the library: it decides what kind of error a failure is.
enum VipsCall {
    /// The header is read, or pixels are computed from a source.
    case reading
    /// An operation of ours on an image whose header was good.
    case processing
    /// Pixels that could be computed are written.
    case encoding
}

/// Calls of libvips, on any thread.
enum Vips {
    typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>

    /// Calls one operation and owns its result.
    @safe static func run(_ call: VipsCall = .processing, _ operation: (Output) -> Int32) throws(ImagingError) -> ImageHandle {
        var image: UnsafeMutablePointer<VipsImage>?
        let result = unsafe operation(&image)
        guard result == 0, let image = unsafe image else { throw failure(in: call) }
        return unsafe ImageHandle(adopting: image)
    }

    /// The error for a failure just now, with what the library says about it.
    static func failure(in call: VipsCall) -> ImagingError {
        switch call {
        case .reading: .damaged(reason: takeReason())
        case .processing: .unreadable(reason: takeReason())
        case .encoding: .notEncoded(reason: takeReason())
        }
    }

    /// Empties libvips' error buffer and gives its first line. The buffer belongs to the whole process: beside other threads that fail at
    /// the same time, the text is a hint for people and nothing to decide by.
    static func takeReason() -> String {
        guard let buffer = unsafe vips_error_buffer_copy() else { return "no reason given" }
        defer { unsafe g_free(buffer) }
        guard let line = unsafe String(cString: buffer).split(separator: "\n").first else { return "no reason given" }
        // "VipsJpeg: premature end": the name of a class of the library tells people nothing.
        let isClassName = line.hasPrefix("Vips") && line.prefix { $0 != " " }.hasSuffix(":")
        return String(isClassName ? line.drop { $0 != " " }.drop { $0 == " " } : line)
    }
}
