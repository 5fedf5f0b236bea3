// The names in a folder.

private import Glibc

/// Reading folders.
public enum FolderEntries {
    /// The names of what a folder holds, in no order, without "." and ".."; nil where it cannot be read. Names that are not UTF-8 are left
    /// out: no URL of ours could say them. Worker threads.
    public static func names(in folder: String) -> [String]? {
        guard let directory = unsafe opendir(folder) else { return nil }
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
