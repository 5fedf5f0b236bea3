// Reading a file at offsets.

private import CLinux
private import Glibc
private import Synchronization

/// An open file that is read with pread, from any thread.
final class ReadOnlyFile: Sendable {
    let descriptor: Int32
    let path: String
    /// Bytes, when it was opened; 0 of a descriptor that was taken over.
    let count: Int
    /// Whether the file's system can tell that a read would wait; tmpfs, for one, cannot.
    private let canReadNow = Atomic<Bool>(true)

    init(path: String) throws(SystemError) {
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

    /// Takes over the descriptor of a file of whatever length, which may be going to grow.
    init(adopting descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
        count = 0
    }

    deinit { close(descriptor) }

    /// Reads exactly `count` bytes.
    /// - Throws: `SystemError`, also where the file ends before.
    func read(_ count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            done = 0
            while done < count {
                let got = unsafe pread(descriptor, buffer.baseAddress.map { unsafe $0 + done }, count - done, offset + done)
                if got > 0 {
                    done += got
                } else if got < 0, errno == EINTR {
                    continue
                } else {
                    failure = got < 0 ? .last("read", path) : SystemError(call: "read", path: path, reason: "the file ends early")
                    return
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Fills a buffer from the file where that needs no wait for the disk. Loops may call it.
    /// - Returns: false where not all of it is in the page cache, the file ends before, or the file's system cannot tell.
    func readNow(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
        guard canReadNow.load(ordering: .relaxed) else { return false }
        let got = unsafe azl_read_now(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
        // To have to wait is one read's fate, anything else the file's.
        if got < 0, got != -Int(EAGAIN), got != -Int(EINTR) { canReadNow.store(false, ordering: .relaxed) }
        return got == buffer.count
    }
}
