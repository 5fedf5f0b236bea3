// UnfinishedFile: a file that has no name until it is whole.

private import Glibc

/// A new file that appears under its name when it is published. An unpublished file vanishes, whatever ends the process (`O_TMPFILE`). On a
/// file system without such files it has a temporary name until then.
public final class UnfinishedFile: Sendable {
    /// The file for reading what has been written. It stays open as long as this object is held.
    public let reading: ReadOnlyFile
    /// The temporary name, on a file system that needs one.
    private let name: String?
    private let makeName: @Sendable () -> String

    /// Creates a file.
    /// - Parameters:
    ///   - directory: where the file is going to appear, or another directory of that file system.
    ///   - canBeNameless: false when the file is to have a temporary name though the file system needs none.
    ///   - named: returns temporary names on that file system that no other file has.
    /// - Throws: `SystemError` when the directory cannot be written.
    public init(in directory: String, canBeNameless: Bool, named: @escaping @Sendable () -> String) throws(SystemError) {
        makeName = named
        if canBeNameless, let descriptor = try UnfinishedFile.openNameless(in: directory) {
            reading = ReadOnlyFile(adopting: descriptor, path: directory)
            name = nil
            return
        }
        let path = named()
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError.last("create", path) }
        reading = ReadOnlyFile(adopting: descriptor, path: path)
        name = path
    }

    deinit {
        // A published file does not have this name any more, and then nothing is removed.
        if let name { _ = unsafe unlink(name) }
    }

    /// Nil when the file system cannot hold nameless files, or a system without /proc cannot name them later.
    private static func openNameless(in directory: String) throws(SystemError) -> Int32? {
        let descriptor = unsafe open(directory, UnfinishedFile.nameless | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            // EISDIR: a kernel that does not know the flag.
            if errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL { return nil }
            throw SystemError.last("create a file in", directory)
        }
        guard unsafe access(link(descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// O_TMPFILE, which Glibc's module leaves out.
    private static let nameless = 0o20_000_000 | O_DIRECTORY

    private static func link(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Writes all bytes of a buffer at an offset. Threads may write different ranges at once.
    /// - Throws: `SystemError` when the system cannot write.
    public func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe pwrite(reading.descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, offset + done)
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { throw SystemError.last("write", reading.path) }
            done += wrote
        }
    }

    /// Writes all bytes of an array at an offset. Threads may write different ranges at once.
    /// - Throws: `SystemError` when the system cannot write.
    public func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        try unsafe bytes.span.withUnsafeBytes { (memory) throws(SystemError) in try unsafe write(memory, at: offset) }
    }

    /// Waits until the written bytes survive a power cut.
    /// - Throws: `SystemError` when fsync(2) fails.
    public func synchronise() throws(SystemError) {
        guard fsync(reading.descriptor) == 0 else { throw SystemError.last("fsync", reading.path) }
    }

    /// Gives the file its name. Call it a second time only with `replacing`, after it returned false.
    /// - Parameter replacing: true when a file that has the name already is to be replaced. A file with a temporary name always replaces.
    /// - Returns: false when a file of that name stays; this one is still without a name then, and vanishes when it is let go.
    /// - Throws: `SystemError` when the file cannot be linked or renamed.
    public func publish(as target: String, replacing: Bool) throws(SystemError) -> Bool {
        if let name {
            guard unsafe rename(name, target) == 0 else { throw SystemError.last("rename", target) }
            return true
        }
        if unsafe linkat(AT_FDCWD, ownLink, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw SystemError.last("link", target) }
        guard replacing else { return false }
        // Under a temporary name first, since only a rename replaces in one step.
        let aside = makeName()
        guard unsafe linkat(AT_FDCWD, ownLink, AT_FDCWD, aside, AT_SYMLINK_FOLLOW) == 0, unsafe rename(aside, target) == 0 else {
            let error = SystemError.last("link", target)
            unsafe unlink(aside)
            throw error
        }
        return true
    }

    private var ownLink: String { UnfinishedFile.link(reading.descriptor) }
}
