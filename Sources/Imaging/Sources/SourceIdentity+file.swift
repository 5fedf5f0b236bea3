// The identity of a file, by its path or its status.
internal import Glibc

extension SourceIdentity {
    /// Looks at a file. Nil when there is no regular file at `path`. Waits for the file system: worker threads.
    public init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil when it is no regular file.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        // File systems hold years from 2262 on, whose nanoseconds do not fit into 64 bits: take the nearest second that does.
        let seconds = max(-9_223_372_036, min(status.st_mtim.tv_sec, 9_223_372_035))
        self.init(
            size: status.st_size, modified: seconds * 1_000_000_000 + status.st_mtim.tv_nsec,
            revision: .file(device: status.st_dev, inode: status.st_ino))
    }
}
