// DirectoryEntries: the names in a directory.

private import Glibc

/// Reads directories.
public enum DirectoryEntries {
    /// The names of a directory's entries, in no particular order, without "." and "..". Names that are not UTF-8 are left out, since no
    /// URL can name them. Blocks: worker threads only.
    /// - Returns: nil when the directory cannot be opened.
    public static func names(in path: String) -> [String]? {
        guard let directory = unsafe opendir(path) else { return nil }
        defer { unsafe closedir(directory) }
        var names: [String] = []
        while let entry = unsafe readdir(directory) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
            }
            if let name, name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
