// The state of a file without opening it.
private import Glibc

extension SourceFile.Identity {
    /// Asks the file system; nil where there is no regular file at `path`. Blocks as long as that takes.
    public init?(path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(
            size: status.st_size, modified: status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec, device: status.st_dev,
            inode: status.st_ino)
    }
}
