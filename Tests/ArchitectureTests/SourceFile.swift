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
        let read = path.hasSuffix(".swift") ? SourceFile.module : SourceFile.target
        imports = text.split(whereSeparator: \.isNewline).compactMap { read($0) }
    }

    /// The C target whose header a line of C includes, such as `CSource` for `#include "CSource.h"`. Headers of C targets have the names of
    /// their targets, which begin with "C" and a capital letter; other headers with quotation marks belong to the file's own target.
    private static func target(in line: Substring) -> String? {
        let words = line.split(separator: "\"", maxSplits: 2)
        guard words.count > 1, words[0].split(whereSeparator: \.isWhitespace) == ["#include"], words[1].hasSuffix(".h") else { return nil }
        let name = words[1].dropLast(2)
        return name.first == "C" && name.dropFirst().first?.isUppercase == true ? String(name) : nil
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
