// Lists the files of a folder.

private import Glibc
internal import System

extension FolderBackend {
    /// Lists symbolic links that lead to a file within the folder. Does not enter linked folders, so that a link cannot make a circle.
    public func list() -> [String] {
        var found: [String] = []
        var folders = [""]
        while let folder = folders.popLast() {
            guard let entries = entries(of: folder) else { continue }
            found += entries.files
            folders += entries.folders
        }
        return found.sorted { NaturalOrder.precedes($0, $1) }
    }

    public func list(folder: String) -> [String]? {
        guard folder.isEmpty || resolve(folder) != nil else { return nil }
        return entries(of: folder)?.files.sorted { NaturalOrder.precedes($0, $1) }
    }

    /// The names of what a folder holds and is not hidden; nil when the folder cannot be read.
    private func entries(of folder: String) -> (files: [String], folders: [String])? {
        guard let entries = DirectoryEntries.names(in: root + "/" + folder) else { return nil }
        var (files, folders): ([String], [String]) = ([], [])
        for entry in entries where entry.utf8.first != UInt8(ascii: ".") {
            let name = folder.isEmpty ? entry : folder + "/" + entry
            var status = stat()
            guard unsafe lstat(root + "/" + name, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: folders.append(name)
            case S_IFREG: files.append(name)
            case S_IFLNK:
                guard let target = resolve(name), unsafe stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                files.append(name)
            default: break
            }
        }
        return (files, folders)
    }
}
