// The folder of images: safe ways from a name to a file, and a list of what is there.

private import Glibc
internal import System

/// A folder whose files may be served. No name leads out of it.
struct Folder: Sendable {
    /// Absolute, symbolic links resolved, without a slash at its end (except for the root itself).
    let root: String

    /// - Throws: `FolderError` where the folder is missing or cannot be read.
    init(_ path: String) throws(FolderError) {
        guard let resolved = Folder.resolve(path) else { throw FolderError(path: path, reason: Folder.lastError) }
        guard let directory = unsafe opendir(resolved) else { throw FolderError(path: path, reason: Folder.lastError) }
        unsafe closedir(directory)
        root = resolved
    }

    /// The file that a path below the folder names; nil where a component is hidden or odd, or the file lies outside.
    func file(_ relative: String) -> String? {
        // Bytes and not characters throughout: to Swift a slash can be part of a character, and two names that only look alike are equal.
        guard !relative.utf8.contains(0) else { return nil }
        for component in relative.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            // "." and ".." begin with a dot, as hidden files do.
            guard let first = component.first, first != UInt8(ascii: ".") else { return nil }
        }
        guard let resolved = Folder.resolve(root + "/" + relative), resolved.utf8.starts(with: (root == "/" ? "/" : root + "/").utf8)
        else { return nil }
        return resolved
    }

    /// Whether a folder lies within this one where it can be seen.
    func holds(folder path: String) -> Bool {
        guard let resolved = Folder.resolve(path) else { return false }
        let prefix = root == "/" ? "/" : root + "/"
        guard resolved.utf8.starts(with: prefix.utf8) else { return resolved.utf8.elementsEqual(root.utf8) }
        let components = resolved.utf8.dropFirst(prefix.utf8.count).split(separator: UInt8(ascii: "/"))
        return components.allSatisfy { $0.first != UInt8(ascii: ".") }
    }

    /// Paths of all files below the folder that are not hidden, in natural order. Symbolic links are listed where `file` allows them;
    /// linked folders are not entered, so that a link cannot make a circle.
    func files() -> [String] {
        var found: [String] = []
        var folders = [""]
        while let folder = folders.popLast() {
            guard let entries = entries(of: folder) else { continue }
            found += entries.files
            folders += entries.folders
        }
        return found.sorted { NaturalOrder.precedes($0, $1) }
    }

    /// Paths below this folder of the files of one folder in it that are not hidden, in natural order; those of deeper folders are not among
    /// them. Nil where `file` does not allow the folder, or there is none.
    /// - Parameter relative: the folder's path; empty for this folder itself.
    func files(in relative: String) -> [String]? {
        guard relative.isEmpty || file(relative) != nil else { return nil }
        return entries(of: relative)?.files.sorted { NaturalOrder.precedes($0, $1) }
    }

    /// What a folder holds that is not hidden, as paths below this one; nil where it cannot be read.
    private func entries(of folder: String) -> (files: [String], folders: [String])? {
        guard let names = DirectoryEntries.names(in: root + "/" + folder) else { return nil }
        var (files, folders): ([String], [String]) = ([], [])
        for name in names where name.utf8.first != UInt8(ascii: ".") {
            let path = folder.isEmpty ? name : folder + "/" + name
            var status = stat()
            guard unsafe lstat(root + "/" + path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: folders.append(path)
            case S_IFREG: files.append(path)
            case S_IFLNK:
                guard let target = file(path), unsafe stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                files.append(path)
            default: break
            }
        }
        return (files, folders)
    }

    static func resolve(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(validatingCString: resolved)
    }

    private static var lastError: String { unsafe String(cString: strerror(errno)) }
}

/// The folder of images cannot be used.
public struct FolderError: Error, Sendable {
    public let path: String
    /// The system's words.
    public let reason: String
}
