// ImagingError: what can be wrong with an image, in the kinds that a server answers differently.

/// Why an image could not be read or written. The kind follows from the step that failed, not from the words of the library.
public enum ImagingError: Error, Hashable, Sendable {
    /// There is no such file, or it may not be read.
    case notFound
    /// The file is none of an image that we know by its first bytes, or is not a regular file.
    case notAnImage
    /// It is an image, but its header or pixels cannot be read as far as they should.
    case damaged(reason: String)
    /// It is an image of a kind or of a measure that is not read.
    case unreadable(reason: String)
    /// What is asked of the image is not supported.
    case unsupported(reason: String)
    /// The pixels are there, and an encoder has failed at them.
    case notEncoded(reason: String)
    /// The image has more pixels than are allowed.
    case tooLarge(pixels: Int, limit: Int)
    /// To decode it takes more memory than is allowed.
    case needsMemory(bytes: Int, limit: Int)
    /// The file became another one, or another size, while it was read. Trying again may help.
    case changedWhileReading
    /// The system failed us: no space, no descriptor, a disk error.
    case io(reason: String)
    /// The caller said that nobody wants it any more.
    case cancelled

    /// Whether the next try may succeed though the file stays as it is.
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
