// Repository: the files of this package, found from the place of this file.

import System
import Testing

/// Reads files of the package.
enum Repository {
    private static let root = String(#filePath.dropLast("Tests/ArchitectureTests/Repository.swift".count))

    /// The text of a file.
    /// - Parameter path: relative to the package.
    static func text(_ path: String) throws -> String {
        let file = try ReadOnlyFile(path: root + path)
        return String(decoding: try file.read(file.count, at: 0), as: UTF8.self)
    }

    /// The Swift and C files below a folder, in order of their paths.
    static func sourceFiles(in folder: String) throws -> [SourceFile] {
        let names = try #require(DirectoryEntries.names(in: root + folder), "\(folder) cannot be read")
        return try names.sorted().flatMap { name in
            let path = folder + "/" + name
            if [".swift", ".c", ".h"].contains(where: name.hasSuffix) { return [SourceFile(path: path, text: try text(path))] }
            return try DirectoryEntries.names(in: root + path) == nil ? [] : sourceFiles(in: path)
        }
    }
}
