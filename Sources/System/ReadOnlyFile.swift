// ReadOnlyFile: an open file that is read at offsets.

private import CLinux
private import Glibc
private import Synchronization

/// A file that is open for reading. Any thread may read, at any offset. The descriptor is closed when the last owner lets go of the file.
public final class ReadOnlyFile: Sendable {
    /// The open descriptor; it belongs to this object.
    public let descriptor: Int32
    /// The path under which the file was opened, for messages.
    public let path: String
    /// The file's bytes when it was opened; 0 for an adopted descriptor.
    public let count: Int
    /// False once the file system has said that it cannot read without waiting; tmpfs, for one, cannot.
    private let canReadNow = Atomic<Bool>(true)

    /// Opens a file.
    /// - Throws: `SystemError` when it cannot be opened.
    public init(path: String) throws(SystemError) {
        self.path = path
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.last("open", path) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else {
            let error = SystemError.last("fstat", path)
            close(descriptor)
            throw error
        }
        count = status.st_size
    }

    /// Takes over the descriptor of a file of any length, which may be going to grow.
    /// - Parameter path: for messages.
    public init(adopting descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        count = 0
    }

    deinit { close(descriptor) }

    /// Reads exactly `count` bytes from an offset on. Waits for the disk: worker threads.
    /// - Throws: `SystemError` when the system cannot read, or the file ends before.
    public func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        let bytes: [UInt8]
        do throws(PositionalRead.Failure) {
            bytes = try PositionalRead.bytes(count, from: descriptor, at: offset)
        } catch {
            throw SystemError(call: "read", path: path, number: error.number)
        }
        guard bytes.count == count else { throw SystemError(call: "read", path: path, reason: "the file ends early") }
        return bytes
    }

    /// Fills a buffer from the page cache. Never waits for the disk, so that loops may call it.
    /// - Returns: false when the page cache does not have all of it, when the file ends before, or when the file system cannot tell.
    public func readNow(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        guard canReadNow.load(ordering: .relaxed) else { return false }
        let got = unsafe azl_read_now(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
        // EAGAIN says that this one read would wait. Any other error holds for the whole file.
        if got < 0, got != -Int(EAGAIN), got != -Int(EINTR) { canReadNow.store(false, ordering: .relaxed) }
        return got == buffer.count
    }
}
