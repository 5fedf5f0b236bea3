// ReadOnlyFile: an open file that is read at offsets.

private import CLinux
private import Glibc
private import Synchronization

/// A file that is open for reading. Any thread may read at any offset. The descriptor is closed with the last reference to this object.
public final class ReadOnlyFile: Sendable {
    /// The open descriptor. It belongs to this object: do not close it.
    public let descriptor: Int32
    /// The path under which the file was opened, for messages.
    public let path: String
    /// The size of the file in bytes when it was opened; 0 for an adopted descriptor.
    public let count: Int
    /// False once the file system has reported that it cannot read without blocking. tmpfs is one of these.
    private let canReadNow = Atomic<Bool>(true)

    /// Opens a file. Blocks: worker threads only.
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

    /// Takes ownership of the descriptor of a file, which may still grow. `count` is 0.
    /// - Parameter path: for messages.
    public init(adopting descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        count = 0
    }

    deinit { close(descriptor) }

    /// Reads exactly `count` bytes from an offset in bytes. Blocks: worker threads only.
    /// - Throws: `SystemError` when the system cannot read, or when the file ends earlier.
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

    /// Fills a buffer from the page cache. Never blocks, so loop threads may call it.
    /// - Parameter offset: in bytes.
    /// - Returns: false when the page cache does not hold all of the bytes, when the file ends earlier, or when the file system cannot
    ///   tell. The contents of the buffer are unspecified then.
    public func readNow(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        guard canReadNow.load(ordering: .relaxed) else { return false }
        let got = unsafe azl_read_now(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
        // EAGAIN: this one read would block. EINTR: it was interrupted. Any other error applies to the whole file.
        if got < 0, got != -Int(EAGAIN), got != -Int(EINTR) { canReadNow.store(false, ordering: .relaxed) }
        return got == buffer.count
    }
}
