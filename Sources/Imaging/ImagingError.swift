// ImagingError: the kinds of errors of images that a server answers differently.

/// Why an image could not be read or written. The kind follows from the call that failed, not from the text of the library.
public enum ImagingError: Error, Hashable, Sendable {
    /// There is no such file, or it may not be read.
    case notFound
    /// The file is not a regular file, or its first bytes are those of no format that is read.
    case notAnImage
    /// It is an image, but part of its header or pixels cannot be read.
    case damaged(reason: String)
    /// It is an image of a kind or of a size that is not supported.
    case unreadable(reason: String)
    /// The request cannot be fulfilled for this image or in this format.
    case unsupported(reason: String)
    /// The pixels could be computed, but the encoder failed.
    case notEncoded(reason: String)
    /// The image has more pixels than the limit.
    case tooLarge(pixels: Int, limit: Int)
    /// Decoding the image takes more bytes of memory than the limit.
    case needsMemory(bytes: Int, limit: Int)
    /// The file was changed or replaced while it was read. Trying again may help.
    case changedWhileReading
    /// The operating system failed: no space, no descriptor, no memory, a disk error.
    case io(reason: String)
    /// The caller cancelled the work.
    case cancelled

    /// Whether the next try may succeed with an unchanged file.
    public var isTransient: Bool {
        switch self {
        case .notFound, .notEncoded, .changedWhileReading, .io, .cancelled: true
        case .notAnImage, .damaged, .unreadable, .unsupported, .tooLarge, .needsMemory: false
        }
    }
}

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notFound: "the file is not there or cannot be opened"
        case .notAnImage: "the file is not an image of a known format"
        case .damaged(let reason): "the image is damaged or cut short: \(reason)"
        case .unreadable(let reason): "the image is of a kind that is not read: \(reason)"
        case .unsupported(let reason): "this is not supported: \(reason)"
        case .notEncoded(let reason): "the image could not be encoded: \(reason)"
        case .tooLarge(let pixels, let limit): "the image has \(pixels) pixels; at most \(limit) are allowed"
        case .needsMemory(let bytes, let limit):
            "the image takes \(bytes) bytes of memory to decode; at most \(limit) are allowed (--decode-memory)"
        case .changedWhileReading: "the file changed while it was read"
        case .io(let reason): "reading or writing failed: \(reason)"
        case .cancelled: "cancelled"
        }
    }
}
