// FileSource: a regular file as a source of bytes.
private import Glibc
internal import System

/// A regular file, open for reading. It is never mapped into memory: when the file is cut short during a read, the read fails, and no
/// signal ends the process. The descriptor is closed when the last owner lets go of the source.
public final class FileSource: ByteSource {
    public let identity: SourceIdentity
    private let openDescriptor: Int32

    public let seekCost = SeekCost.low
    public var descriptor: Int32? { openDescriptor }
    /// Leads to the open file, also when another file has its name by now.
    public var path: String? { "/proc/self/fd/\(openDescriptor)" }

    /// Opens a file. Worker threads.
    /// - Throws: `notFound` when the file does not exist or may not be read, `notAnImage` when it is no regular file, `io` when the system
    ///   fails.
    public init(path: String) throws(ImagingError) {
        // O_NONBLOCK: opening a pipe must not wait for its other end.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            switch errno {
            case EMFILE, ENFILE, ENOMEM, EIO, ESTALE: throw .io(reason: SystemError.reason(errno))
            case ENXIO, ENODEV: throw .notAnImage
            default: throw .notFound
            }
        }
        do throws(ImagingError) {
            identity = try FileSource.identity(of: descriptor)
        } catch {
            close(descriptor)
            throw error
        }
        openDescriptor = descriptor
    }

    deinit { close(openDescriptor) }

    /// Looks at the open file. Another file that was put under the same path is not noticed here.
    public var isUnchanged: Bool { (try? FileSource.identity(of: openDescriptor)) == identity }

    public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        do throws(PositionalRead.Failure) {
            return try unsafe PositionalRead.fill(buffer, from: openDescriptor, at: offset)
        } catch {
            throw ReadError(number: error.number)
        }
    }

    private static func identity(of descriptor: Int32) throws(ImagingError) -> SourceIdentity {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw .io(reason: SystemError.reason(errno)) }
        guard let identity = SourceIdentity(status) else { throw .notAnImage }
        return identity
    }
}
