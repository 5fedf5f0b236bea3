// UnfinishedFile: a file that has no name until it is whole.

private import Glibc

/// A new file that appears under its name when it is published, and vanishes where it is not, whatever becomes of the process. On file
/// systems that cannot have files without a name it stands under another name until then.
final class UnfinishedFile: Sendable {
    /// The file for reading what has been written; it stays open as long as that is held.
    let reading: ReadOnlyFile
    /// What it is called where it must have a name.
    private let name: String?
    private let makeName: @Sendable () -> String

    /// - Parameters:
    ///   - folder: where it is going to appear, or another folder of that file system.
    ///   - named: gives names on that file system that no other file has, used where there must be one.
    init(in folder: String, canBeNameless: Bool, named: @escaping @Sendable () -> String) throws(SystemError) {
        makeName = named
        if canBeNameless, let descriptor = try UnfinishedFile.openNameless(in: folder) {
            reading = ReadOnlyFile(adopting: descriptor, path: folder)
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
        // Where it was published under its name, that name is gone, and nothing happens.
        if let name { _ = unsafe unlink(name) }
    }

    /// Nil where the file system, or a system without /proc, cannot have or name such files.
    private static func openNameless(in folder: String) throws(SystemError) -> Int32? {
        let descriptor = unsafe open(folder, UnfinishedFile.nameless | O_RDWR | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            // EISDIR: a kernel that does not know the flag.
            if errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL { return nil }
            throw SystemError.last("create a file in", folder)
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

    /// Writes all of it. Threads may write different ranges at once.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let wrote = unsafe pwrite(reading.descriptor, bytes.baseAddress.map { unsafe $0 + done }, bytes.count - done, offset + done)
            if wrote < 0, errno == EINTR { continue }
            guard wrote > 0 else { throw SystemError.last("write", reading.path) }
            done += wrote
        }
    }

    func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
        try unsafe bytes.span.withUnsafeBytes { (memory) throws(SystemError) in try unsafe write(memory, at: offset) }
    }

    /// Waits until what was written survives a power cut.
    func synchronise() throws(SystemError) {
        guard fsync(reading.descriptor) == 0 else { throw SystemError.last("fsync", reading.path) }
    }

    /// Gives the file its name. Call again only where a file stayed that is to make way after all.
    /// - Parameter replacing: whether a file that has the name already makes way. It always does where this one had another name before.
    /// - Returns: false where such a file stays; this one is then without a name, and vanishes when it is let go.
    func publish(as target: String, replacing: Bool) throws(SystemError) -> Bool {
        if let name {
            guard unsafe rename(name, target) == 0 else { throw SystemError.last("rename", target) }
            return true
        }
        if unsafe linkat(AT_FDCWD, ownLink, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST else { throw SystemError.last("link", target) }
        guard replacing else { return false }
        // Under another name first, since only a rename replaces in one step.
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
