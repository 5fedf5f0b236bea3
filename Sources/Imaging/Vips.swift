// Vips: calls libvips. Each object has one owner, and one function calls an operation and reads the reason of a failure.
internal import CVips
internal import Synchronization

/// Owns one reference to a `VipsImage`, which is immutable once it is made. May be used and released on any thread.
/// Pixels are computed when they are wanted. libvips keeps its own references to the images and sources that an image was made of.
@safe final class ImageHandle: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<VipsImage>

    /// Takes ownership of the caller's reference.
    init(adopting pointer: UnsafeMutablePointer<VipsImage>) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe g_object_unref(pointer) }

    var width: Int { Int(unsafe pointer.pointee.Xsize) }
    var height: Int { Int(unsafe pointer.pointee.Ysize) }
    var bands: Int { Int(unsafe pointer.pointee.Bands) }
    var format: VipsBandFormat { unsafe pointer.pointee.BandFmt }
    var interpretation: VipsInterpretation { unsafe vips_image_guess_interpretation(pointer) }
    /// False for packed Lab, whose fourth byte is no alpha.
    var hasAlpha: Bool { unsafe pointer.pointee.Coding == VIPS_CODING_NONE && vips_image_hasalpha(pointer) != 0 }
    var hasProfile: Bool { unsafe vips_image_get_typeof(pointer, VIPS_META_ICC_NAME) != 0 }

    /// Makes libvips compute the pixels of this image, and of all images made of it, in one thread. Call it right after opening. With several
    /// threads libvips 8.14 loses errors of the last strips: it reads the result when no strip is left to begin, and not when all are done.
    func decodeInOneThread() { unsafe vips_image_set_int(pointer, VIPS_META_CONCURRENCY, 1) }

    /// The image with all its pixels computed, in memory. When the last handle of the lazy image is released, its decoder is freed.
    func inMemory() throws(ImagingError) -> ImageHandle {
        guard let pixels = unsafe vips_image_copy_memory(pointer) else { throw Vips.failure(in: .reading) }
        return unsafe ImageHandle(adopting: pixels)
    }

    /// The image with its pixels as plain numbers, if they are packed (Radiance, Lab of 10 bits).
    func unpacked() throws(ImagingError) -> ImageHandle { try Vips.run { out in unsafe vips_image_decode(pointer, out) } }
}

/// The purpose of a call of libvips. It decides what kind of error a failure is.
enum VipsCall {
    /// Reads a header, or computes pixels from a source.
    case reading
    /// Adds an operation to an image whose header was good.
    case processing
    /// Writes pixels that could be computed.
    case encoding
}

/// Calls of libvips, on any thread.
enum Vips {
    typealias Output = UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>

    /// Calls one operation and takes ownership of its result. Throws the error for the call's purpose.
    @safe static func run(_ call: VipsCall = .processing, _ operation: (Output) -> Int32) throws(ImagingError) -> ImageHandle {
        var image: UnsafeMutablePointer<VipsImage>?
        let result = unsafe operation(&image)
        guard result == 0, let image = unsafe image else { throw failure(in: call) }
        return unsafe ImageHandle(adopting: image)
    }

    /// The error for a failure that just happened, with libvips' reason.
    static func failure(in call: VipsCall) -> ImagingError {
        switch call {
        case .reading: .damaged(reason: takeReason())
        case .processing: .unreadable(reason: takeReason())
        case .encoding: .notEncoded(reason: takeReason())
        }
    }

    /// Empties libvips' error buffer and returns its first line. The buffer belongs to the whole process, and other threads may fail at the
    /// same time: the text is a hint for people, and no code may depend on it.
    static func takeReason() -> String {
        guard let buffer = unsafe vips_error_buffer_copy() else { return "no reason given" }
        defer { unsafe g_free(buffer) }
        guard let line = unsafe String(cString: buffer).split(separator: "\n").first else { return "no reason given" }
        // Drops the name of a class of libvips, as in "VipsJpeg: premature end".
        let isClassName = line.hasPrefix("Vips") && line.prefix { $0 != " " }.hasSuffix(":")
        return String(isClassName ? line.drop { $0 != " " }.drop { $0 == " " } : line)
    }
}
