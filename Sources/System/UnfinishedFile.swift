// UnfinishedFile: a new file that gets its name only when it is complete.

private import Glibc

/// A new file that appears under its name when it is published. An unpublished file disappears, however the process ends, since it has no
/// name (`O_TMPFILE`). On file systems without unnamed files it has a temporary name until it is published.
public final class UnfinishedFile: Sendable {
    /// The same file for reading. It stays open as long as this object exists.
    public let reading: ReadOnlyFile
    /// The temporary name; nil for an unnamed file.
    private let name: String?
    private let makeName: @Sendable () -> String

    /// Creates a file. Blocks: worker threads only.
    /// - Parameters:
    ///   - directory: the directory of the final name, or another directory of the same file system.
    ///   - canBeNameless: false when the file is to have a temporary name even on a file system with unnamed files.
    ///   - named: returns a new temporary path on the same file system. Each call must return another path.
    /// - Throws: `SystemError` when no file can be created in the directory.
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
        // After publishing, no file has the temporary name, so this removes nothing.
        if let name { _ = unsafe unlink(name) }
    }

    /// Opens an unnamed file.
    /// - Returns: nil when the file system has no unnamed files, or when /proc, which is needed to name them later, is missing.
    private static func openNameless(in directory: String) throws(SystemError) -> Int32? {
        let descriptor = unsafe open(directory, UnfinishedFile.nameless | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            // EISDIR: the kernel does not know the flag.
            if errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL { return nil }
            throw SystemError.last("create a file in", directory)
        }
        guard unsafe access(link(descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// O_TMPFILE, which the Glibc module lacks.
    private static let nameless = 0o20_000_000 | O_DIRECTORY

    private static func link(_ descriptor: Int32) -> String { "/proc/self/fd/\(descriptor)" }

    /// Writes all bytes of a buffer at an offset in bytes. Threads may write different ranges at the same time. Blocks: worker threads
    /// only.
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

    /// Writes all bytes of an array at an offset in bytes. Threads may write different ranges at the same time. Blocks: worker threads
    /// only.
    /// - Throws: `SystemError` when the system cannot write.
    public func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        try unsafe bytes.span.withUnsafeBytes { (memory) throws(SystemError) in try unsafe write(memory, at: offset) }
    }

    /// Waits until the written bytes are on the disk (fsync(2)).
    /// - Throws: `SystemError` when the system cannot write them.
    public func synchronise() throws(SystemError) {
        guard fsync(reading.descriptor) == 0 else { throw SystemError.last("fsync", reading.path) }
    }

    /// Gives the file its name. A second call is allowed only after a call that returned false, and with `replacing`.
    /// - Parameters:
    ///   - target: the final path, on the same file system.
    ///   - replacing: true when an existing file of this name is to be replaced. A file with a temporary name always replaces it.
    /// - Returns: false when another file has the name. This file stays unnamed and disappears with this object.
    /// - Throws: `SystemError` when the file cannot be linked or renamed.
    public func publish(as target: String, replacing: Bool) throws(SystemError) -> Bool {
        if let name {
            guard unsafe rename(name, target) == 0 else { throw SystemError.last("rename", target) }
            return true
        }
        if unsafe linkat(AT_FDCWD, ownLink, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw SystemError.last("link", target) }
        guard replacing else { return false }
        // The file gets a temporary name first, since only a rename replaces a file in one step.
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
