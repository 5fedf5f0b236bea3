// DirectoryEntries: the names in a directory.

private import Glibc

/// Reads directories.
public enum DirectoryEntries {
    /// The names of a directory's entries, in no order, without "." and "..". Names that are not UTF-8 are left out, since no URL can say
    /// them. Waits for the disk: worker threads.
    /// - Returns: nil when the directory cannot be read.
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
