// The state of a file, by its path or its descriptor.
internal import Glibc

extension SourceFile.Identity {
    /// Asks the file system; nil where there is no regular file at `path`. Blocks as long as that takes.
    public init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Nil where it is no regular file.
    init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        // File systems hold years that 64 bits of nanoseconds do not reach (from 2262 on): the nearest second that they do.
        let seconds = max(-9_223_372_036, min(status.st_mtim.tv_sec, 9_223_372_035))
        self.init(
            size: status.st_size, modified: seconds * 1_000_000_000 + status.st_mtim.tv_nsec, device: status.st_dev,
            inode: status.st_ino)
    }
}
