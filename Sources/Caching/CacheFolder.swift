// CacheFolder: the cache on disk: its directories, and how files appear in them whole or not at all.

private import Glibc
private import Library
private import Synchronization
public import System

/// The directory that holds finished pyramids and derivatives, and a temporary directory for each running process. `CacheNames` has the names.
/// Any thread; calls wait for the disk.
public final class CacheFolder: Sendable {
    let root: String
    private let temporaryDirectory: String
    /// The descriptor that holds the lock of this process's temporary directory.
    private let lock: Mutex<Int32>
    private let counter = Atomic<Int>(0)
    private let canBeNameless: Bool

    /// Creates the cache folder and the temporary directory of this process, and removes those of dead processes.
    /// - Parameter canBeNameless: false when unfinished files are to have names though the file system does not need them.
    /// - Throws: `SystemError` when the folder cannot be written.
    public init(root: String, canBeNameless: Bool = true) throws(SystemError) {
        self.root = root
        self.canBeNameless = canBeNameless
        try CacheFolder.create(root)
        for name in [CacheNames.pyramids, CacheNames.derivatives, CacheNames.temporary] { try CacheFolder.create(root + "/" + name) }
        let temporary = root + "/" + CacheNames.temporary
        CacheFolder.sweep(temporary)
        var number = 0
        var path = "\(temporary)/\(getpid())-0"
        while unsafe mkdir(path, 0o755) != 0 {
            guard errno == EEXIST else { throw SystemError.last("create folder", path) }
            number += 1
            path = "\(temporary)/\(getpid())-\(number)"
        }
        temporaryDirectory = path
        lock = Mutex(try CacheFolder.lock(path))
    }

    deinit {
        abandon()
        lock.withLock { _ = close($0) }
    }

    /// Removes the temporary directory of this process with everything in it. Any thread.
    public func abandon() { CacheFolder.remove(folder: temporaryDirectory) }

    /// A path in the temporary directory that no other file has.
    private func newPath(fileExtension: String) -> String {
        restoreTemporaryDirectory()
        return "\(temporaryDirectory)/\(counter.wrappingAdd(1, ordering: .relaxed).newValue).\(fileExtension)"
    }

    /// Creates the temporary directory again when the cache was removed under the running process. If that fails, creating a file in the
    /// directory reports why.
    private func restoreTemporaryDirectory() {
        lock.withLock { lock in
            guard unsafe access(temporaryDirectory + "/lock", F_OK) != 0, (try? CacheFolder.create(temporaryDirectory)) != nil,
                let fresh = try? CacheFolder.lock(temporaryDirectory)
            else { return }
            close(lock)
            lock = fresh
        }
    }

    private static func lock(_ temporaryDirectory: String) throws(SystemError) -> Int32 {
        let lock = unsafe open(temporaryDirectory + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard lock >= 0 else { throw SystemError.last("open the lock of", temporaryDirectory) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            let error = SystemError.last("lock", temporaryDirectory)
            close(lock)
            throw error
        }
        return lock
    }

    /// The absolute path of a file of the cache.
    public func path(_ name: String) -> String { root + "/" + name }

    /// Renames a finished temporary file to its name. A reader sees the whole file or none. The file may be lost in a power cut.
    func publish(_ finished: String, as name: String) throws(SystemError) {
        let target = path(name)
        if unsafe rename(finished, target) == 0 { return }
        guard errno == ENOENT else { throw SystemError.last("rename", target) }
        try CacheFolder.create(CacheFolder.folder(of: target))
        guard unsafe rename(finished, target) == 0 else { throw SystemError.last("rename", target) }
    }

    /// A new unfinished file that is going to have a name.
    func makeFile(for name: String) throws(SystemError) -> UnfinishedFile {
        let folder = CacheFolder.folder(of: path(name))
        try CacheFolder.create(folder)
        return try UnfinishedFile(in: folder, canBeNameless: canBeNameless) { [self] in newPath(fileExtension: "part") }
    }

    /// Gives a finished file its name, in a way that survives a power cut.
    /// - Returns: false when a file of that name exists already and stays.
    func publish(_ file: UnfinishedFile, as name: String, replacing: Bool) throws(SystemError) -> Bool {
        let folder = CacheFolder.folder(of: path(name))
        try CacheFolder.create(folder)
        let isPublished = try file.publish(as: path(name), replacing: replacing)
        try CacheFolder.synchronise(folder)
        return isPublished
    }

    /// Writes a temporary file and returns its path.
    func write(_ pieces: [[UInt8]]) throws(SystemError) -> String {
        let path = newPath(fileExtension: "part")
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw SystemError.last("create", path) }
        defer { close(descriptor) }
        for piece in pieces {
            var done = 0
            while done < piece.count {
                let wrote = unsafe piece.withUnsafeBytes {
                    unsafe Glibc.write(descriptor, $0.baseAddress.map { unsafe $0 + done }, $0.count - done)
                }
                if wrote < 0, errno == EINTR { continue }
                guard wrote > 0 else {
                    let error = SystemError.last("write", path)
                    remove(path)
                    throw error
                }
                done += wrote
            }
        }
        return path
    }

    func remove(_ path: String) { unsafe unlink(path) }

    /// All files of the cache: the name relative to the root, the size in bytes, and the time of the last read or write (seconds since 1970).
    func contents() -> [(name: String, byteCount: Int, lastUse: Int)] {
        var found: [(name: String, byteCount: Int, lastUse: Int)] = []
        var folders = [CacheNames.pyramids, CacheNames.derivatives]
        while let folder = folders.popLast() {
            for entry in DirectoryEntries.names(in: path(folder)) ?? [] {
                let name = folder + "/" + entry
                var status = stat()
                guard unsafe lstat(path(name), &status) == 0 else { continue }
                if status.st_mode & S_IFMT == S_IFDIR {
                    folders.append(name)
                } else {
                    found.append((name, status.st_size, max(status.st_atim.tv_sec, status.st_mtim.tv_sec)))
                }
            }
        }
        return found
    }

    // MARK: - Files and folders

    private static func create(_ folder: String) throws(SystemError) {
        if unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST { return }
        guard errno == ENOENT, let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else {
            throw SystemError.last("create folder", folder)
        }
        try create(String(folder[..<slash]))
        guard unsafe mkdir(folder, 0o755) == 0 || errno == EEXIST else { throw SystemError.last("create folder", folder) }
    }

    private static func folder(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    private static func synchronise(_ path: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError.last("open", path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError.last("fsync", path) }
    }

    /// Removes the temporary directories of processes that no longer hold their lock. The process of a very young one may not have locked it
    /// yet.
    private static func sweep(_ building: String) {
        for entry in DirectoryEntries.names(in: building) ?? [] {
            let folder = building + "/" + entry
            var status = stat()
            // The age of the lock, when there is one: the directory changes as long as its process works.
            guard unsafe stat(folder + "/lock", &status) == 0 || stat(folder, &status) == 0,
                time(nil) - status.st_mtim.tv_sec > 2
            else { continue }
            let lock = unsafe open(folder + "/lock", O_RDWR | O_CLOEXEC)
            if lock >= 0 {
                defer { close(lock) }
                guard flock(lock, LOCK_EX | LOCK_NB) == 0 else { continue }
                remove(folder: folder)
            } else if errno == ENOENT {
                remove(folder: folder)
            }
        }
    }

    private static func remove(folder: String) {
        for entry in DirectoryEntries.names(in: folder) ?? [] where unsafe unlink(folder + "/" + entry) != 0 {
            remove(folder: folder + "/" + entry)
        }
        unsafe rmdir(folder)
    }
}
