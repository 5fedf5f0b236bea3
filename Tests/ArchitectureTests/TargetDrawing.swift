// TargetDrawing: the names of the targets in ARCHITECTURE.md.

/// The code block below the heading "## The targets". Each line begins with the names of one or more targets, separated by spaces or commas.
/// Behind them may stand an arrow with further names, and behind two spaces a description.
struct TargetDrawing {
    /// The names at the beginnings of the lines.
    let names: [String]

    /// Reads the block.
    /// - Parameter known: the names of the package's targets. A name that is none of these counts when it begins with a capital letter and
    ///   is longer than that; other words begin a description.
    init(markdown: String, known: Set<String>) {
        let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "## The targets" }.dropFirst()
        let section = lines.prefix { !$0.hasPrefix("## ") }
        let block = section.drop { !$0.hasPrefix("```") }.dropFirst().prefix { !$0.hasPrefix("```") }
        names = block.flatMap { line in
            TargetDrawing.head(of: line).split { $0 == " " || $0 == "," }.prefix { word in
                known.contains(String(word)) || word.count > 1 && word.first?.isUppercase == true
            }.map(String.init)
        }
    }

    /// The part of a line in front of an arrow, or of two spaces in a row.
    private static func head(of line: Substring) -> Substring {
        guard let last = line.indices.first(where: { line[$0...].hasPrefix("->") || line[$0...].hasPrefix("  ") }) else { return line }
        return line[..<last]
    }
}
