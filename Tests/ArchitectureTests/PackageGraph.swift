// PackageGraph: the targets of Package.swift and the arrows between them, read from the manifest's text.

/// The targets of a package. `swift package dump-package` would give the same, but SwiftPM is locked while it runs tests.
struct PackageGraph {
    /// A target of the package.
    struct Target: Equatable {
        let name: String
        /// The names of the targets that it may import.
        let dependencies: [String]
        /// The folder of its sources, relative to the package.
        let path: String
        /// True for a module over a library of the system. SwiftPM gives such a target no dependencies; its headers may include those of
        /// targets that its importers depend on.
        var isSystemLibrary = false
        /// True for targets that only tests use.
        var isForTests: Bool { path.hasPrefix("Tests/") }
    }

    let targets: [Target]

    subscript(name: String) -> Target? { targets.first { $0.name == name } }
}

extension PackageGraph {
    /// Calls in the manifest that declare a target, with the folder of its sources and the suffix of its name. `module` and `tests` are the
    /// manifest's own functions; `tests` depends on the tested module.
    private static let declarations: [(call: String, folder: String, suffix: String)] = [
        ("module", "Sources/", ""), ("tests", "Tests/", "Tests"), (".target", "Sources/", ""), (".executableTarget", "Sources/", ""),
        (".systemLibrary", "Sources/", ""), (".testTarget", "Tests/", ""),
    ]

    /// Reads the text of a Package.swift. Calls whose first argument is not a string literal are ignored: they are inside functions of the
    /// manifest.
    init(manifest: String) {
        let tokens = PackageGraph.tokens(of: manifest)
        var targets: [Target] = []
        for (index, token) in tokens.enumerated() {
            guard index + 1 < tokens.count, tokens[index + 1] == "(",
                let declaration = PackageGraph.declarations.first(where: { $0.call == token })
            else { continue }
            let arguments = PackageGraph.arguments(of: tokens[(index + 2)...])
            guard let first = arguments.first, let name = first.value.first.flatMap(PackageGraph.literal), first.value.count == 1 else {
                continue
            }
            let list = arguments.dropFirst().first { $0.label == "dependencies" || $0.label == nil }
            var dependencies = (list?.value ?? []).compactMap(PackageGraph.literal)
            if !declaration.suffix.isEmpty { dependencies.insert(name, at: 0) }
            let path = arguments.first { $0.label == "path" }?.value.first.flatMap(PackageGraph.literal)
            let fullName = name + declaration.suffix
            targets.append(
                Target(
                    name: fullName, dependencies: dependencies, path: path ?? declaration.folder + fullName,
                    isSystemLibrary: declaration.call == ".systemLibrary"))
        }
        self.targets = targets
    }

    /// Names, with the dot in front of implicit members, string literals with their quotation marks, and single punctuation characters.
    /// Comments and white space are left out.
    private static func tokens(of text: String) -> [String] {
        var tokens: [String] = []
        var rest = Substring(text)
        while let first = rest.first {
            if rest.hasPrefix("//") {
                rest = rest.drop { !$0.isNewline }
            } else if first == "\"" {
                let end = rest.indices.dropFirst().first { rest[$0] == "\"" && rest[rest.index(before: $0)] != "\\" } ?? rest.indices.last!
                tokens.append(String(rest[...end]))
                rest = rest[rest.index(after: end)...]
            } else if first.isLetter || first == "_" || first == "." && rest.dropFirst().first?.isLetter == true {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                tokens.append(String(first) + name)
                rest = rest[name.endIndex...]
            } else {
                if !first.isWhitespace { tokens.append(String(first)) }
                rest = rest.dropFirst()
            }
        }
        return tokens
    }

    /// The arguments of a call, from behind its opening parenthesis to the closing one.
    private static func arguments(of tokens: ArraySlice<String>) -> [(label: String?, value: [String])] {
        var arguments: [(label: String?, value: [String])] = []
        var argument: [String] = []
        var depth = 0
        func add() {
            guard !argument.isEmpty else { return }
            let isLabelled = argument.count > 1 && argument[1] == ":"
            arguments.append((isLabelled ? argument[0] : nil, isLabelled ? Array(argument.dropFirst(2)) : argument))
            argument = []
        }
        for token in tokens {
            if depth == 0, token == ")" { break }
            if depth == 0, token == "," {
                add()
                continue
            }
            if token == "(" || token == "[" { depth += 1 }
            if token == ")" || token == "]" { depth -= 1 }
            argument.append(token)
        }
        add()
        return arguments
    }

    /// The text of a string literal.
    private static func literal(_ token: String) -> String? {
        token.hasPrefix("\"") && token.count > 1 ? String(token.dropFirst().dropLast()) : nil
    }
}
