// FolderBackend: the images of one folder of the file system.

private import Glibc
public import Imaging

/// A folder whose files may be served. No name leads out of it. The name of an image is its path below the folder, and its location is its
/// absolute path without symbolic links.
public struct FolderBackend: LibraryBackend {
    /// Absolute, without symbolic links, and without a slash at its end unless it is the root of the file system.
    let root: String

    private let files = LocalFiles()

    /// - Throws: `FolderError` when the folder is missing or cannot be read.
    public init(_ path: String) throws(FolderError) {
        guard let resolved = files.resolve(path) else { throw FolderError.last(path) }
        guard let directory = unsafe opendir(resolved) else { throw FolderError.last(path) }
        unsafe closedir(directory)
        root = resolved
    }

    /// Nil when a component is hidden or empty, or the file lies outside the folder.
    public func resolve(_ name: String) -> String? {
        // Compares bytes and not characters: to Swift a slash can be part of a character, and two names that only look alike are equal.
        guard !name.utf8.contains(0) else { return nil }
        for component in name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            // "." and ".." begin with a dot, as hidden files do.
            guard let first = component.first, first != UInt8(ascii: ".") else { return nil }
        }
        guard let resolved = files.resolve(root + "/" + name), resolved.utf8.starts(with: prefix.utf8) else { return nil }
        return resolved
    }

    /// Nil when there is no regular file.
    public func identity(of location: String) -> SourceIdentity? { files.identity(of: location) }

    public func open(_ location: String) throws(ImagingError) -> any ByteSource { try files.open(location) }

    public func mayHave(_ name: String) -> Bool { unsafe access(root + "/" + name, F_OK) == 0 }

    public func holds(localFolder path: String) -> Bool {
        guard let resolved = files.resolve(path) else { return false }
        guard resolved.utf8.starts(with: prefix.utf8) else { return resolved.utf8.elementsEqual(root.utf8) }
        let components = resolved.utf8.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: "/"))
        return components.allSatisfy { $0.first != UInt8(ascii: ".") }
    }

    /// The start of every location.
    private var prefix: String { root == "/" ? "/" : root + "/" }
}
