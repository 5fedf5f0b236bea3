// SourceFile: an image file held open, known by size, time and inode, and read with pread alone.
internal import CVips
internal import Glibc

/// A regular file, opened for reading. It is never mapped into memory: a file that is cut short while it is read gives an error, not a
/// signal. May be used from any thread; each decoder reads at a position of its own.
public final class SourceFile: Sendable {
    /// What tells one state of a file from another.
    public struct Identity: Hashable, Sendable {
        public let size: Int
        /// Time of the last change of the content, in nanoseconds since 1970.
        public let modified: Int
        public let device: UInt
        public let inode: UInt
    }

    public let path: String

    /// The file as it was when it was opened.
    public let identity: Identity

    let descriptor: Int32

    /// Of reads by libvips.
    private let readFailure = ReadFailure()

    /// Opens the file. Throws `notFound`, `notAnImage` where it is no regular file, or `io`.
    public init(path: String) throws(ImagingError) {
        // O_NONBLOCK: to open a pipe must not wait for its other end.
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case EMFILE, ENFILE, ENOMEM, EIO, ESTALE: throw .io(reason: Self.systemReason())
            case ENXIO, ENODEV: throw .notAnImage
            default: throw .notFound
            }
        }
        self.path = path
        self.descriptor = descriptor
        do throws(ImagingError) {
            identity = try Self.identity(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit { close(descriptor) }

    /// Whether the open file is still what it was when it was opened. A file replaced under the same path is not noticed here.
    public var isUnchanged: Bool { (try? Self.identity(of: descriptor)) == identity }

    /// Throws where what was read so far is not to be relied upon: `changedWhileReading`, or `io` where a read has failed since the file was
    /// opened, whatever a decoder has made of that.
    func checkReads() throws(ImagingError) {
        guard isUnchanged else { throw .changedWhileReading }
        if let number = readFailure.number { throw .io(reason: Self.systemReason(number)) }
    }

    /// Fills as much of a new array of `count` bytes as the file holds from `offset` on.
    func bytes(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        let wanted = max(0, min(count, identity.size - offset))
        var failure: Int32?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                let got = unsafe pread(descriptor, buffer.baseAddress! + filled, wanted - filled, offset + filled)
                if got < 0 && errno == EINTR { continue }
                if got <= 0 {
                    // Fewer bytes than there were when the file was opened are no error of the system's.
                    failure = got < 0 ? errno : EIO
                    return
                }
                filled += got
            }
        }
        if let failure { throw isUnchanged ? .io(reason: Self.systemReason(failure)) : .changedWhileReading }
        return bytes
    }

    /// Another descriptor of the open file, which the caller closes.
    public func duplicateDescriptor() throws(ImagingError) -> Int32 {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw .io(reason: Self.systemReason()) }
        return duplicate
    }

    /// A path to the very file that is open, whatever stands under its own meanwhile; good as long as this object lives.
    var openPath: String { "/proc/self/fd/\(descriptor)" }

    /// The file as a source of libvips.
    /// - Parameter neverFails: whether what cannot be read is zeros to the decoder: `checkReads` tells of it.
    func makeSource(neverFails: Bool = false) throws(ImagingError) -> Source {
        guard let source = unsafe azv_source_new(descriptor, gint64(identity.size), readFailure.pointer, neverFails ? 1 : 0) else {
            throw .io(reason: Self.systemReason())
        }
        return unsafe Source(adopting: source)
    }

    private static func identity(of descriptor: Int32) throws(ImagingError) -> Identity {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .io(reason: systemReason()) }
        guard let identity = Identity(status) else { throw .notAnImage }
        return identity
    }

    /// What the system calls an error number.
    static func systemReason(_ number: Int32 = errno) -> String { unsafe String(cString: strerror(number)) }
}

/// Owns one reference to a `VipsSource`. One decoder reads it at a time.
@safe final class Source {
    let pointer: UnsafeMutablePointer<VipsSource>

    init(adopting pointer: UnsafeMutablePointer<VipsSource>) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe g_object_unref(pointer) }
}
