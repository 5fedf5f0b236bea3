// LocalFiles: any file of the file system, for commands that work on a file that the user names.

private import Glibc
internal import Imaging

/// All files that the process may read. A name is any path, and a location is an absolute path without symbolic links. Lists nothing.
struct LocalFiles: LibraryBackend {
    func list() -> [String] { [] }

    func list(folder: String) -> [String]? { nil }

    /// Nil when there is nothing at the path, or its name is not UTF-8.
    func resolve(_ name: String) -> String? {
        guard let resolved = unsafe realpath(name, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    func identity(of location: String) -> SourceIdentity? { SourceIdentity(path: location) }

    func open(_ location: String) throws(ImagingError) -> any ByteSource { try FileSource(path: location) }

    func mayHave(_ name: String) -> Bool { unsafe access(name, F_OK) == 0 }

    func holds(localFolder path: String) -> Bool { true }
}
