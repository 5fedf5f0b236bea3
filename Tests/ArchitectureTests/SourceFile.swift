// SourceFile: the imports of a source file, in Swift or C.

/// A source file of the package.
struct SourceFile {
    /// Relative to the package.
    let path: String
    /// The names of the imported modules, in order.
    let imports: [String]

    /// Reads the import declarations of a file. An import stands alone on its line, as the formatter leaves it.
    init(path: String, text: String) {
        self.path = path
        let read = path.hasSuffix(".c") || path.hasSuffix(".h") ? SourceFile.target : SourceFile.module
        imports = text.split(whereSeparator: \.isNewline).compactMap { read($0) }
    }

    /// The C target whose header a line of C includes, such as `CSource` for `#include <CSource.h>`. Headers of C targets have the names of
    /// their targets, which begin with "C" and a capital letter; no other header is called so.
    private static func target(in line: Substring) -> String? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, words[0] == "#include" else { return nil }
        let header = words[1].dropFirst().dropLast()
        guard header.hasSuffix(".h"), header.first == "C", header.dropFirst().first?.isUppercase == true else { return nil }
        return String(header.dropLast(2))
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
