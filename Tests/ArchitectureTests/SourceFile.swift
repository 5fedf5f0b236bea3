// SourceFile: the imports of a Swift source file.

/// A Swift file of the package.
struct SourceFile {
    /// Relative to the package.
    let path: String
    /// The names of the imported modules, in order.
    let imports: [String]

    /// Reads the import declarations of a file. An import stands alone on its line, as the formatter leaves it.
    init(path: String, text: String) {
        self.path = path
        imports = text.split(whereSeparator: \.isNewline).compactMap { SourceFile.module(in: $0) }
    }

    private static let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
    private static let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]

    /// The module that a line imports, such as `Glibc` for "private import Glibc" and for "@testable import struct Glibc.stat".
    private static func module(in line: Substring) -> String? {
        let words = line.split(whereSeparator: \.isWhitespace).drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard words.first == "import" else { return nil }
        let name = words.dropFirst().drop { kinds.contains($0) }.first
        return name.map { String($0.prefix { $0 != "." && $0 != ";" }) }
    }
}
