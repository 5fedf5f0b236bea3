// The rules of the architecture. Each returns one sentence for each violation.

extension PackageGraph {
    /// The modules of the toolchain that sources may import. Foundation is not among them: it is slow to start and to use.
    static let systemModules: Set<String> = ["Glibc", "Synchronization"]

    /// A file imports only the targets that its own target names in Package.swift, and modules of the system.
    func forbiddenImports(in files: [SourceFile]) -> [String] {
        files.flatMap { file in
            guard let target = target(of: file) else { return ["\(file.path) belongs to no target in Package.swift."] }
            if target.isSystemLibrary { return [] }
            let allowed = target.dependencies + PackageGraph.systemModules.sorted() + (file.path.hasSuffix(".swift") ? [] : [target.name])
            return file.imports.filter { !allowed.contains($0) }.map { module in
                "\(file.path) imports \(module), but \(target.name) may import only \(allowed.joined(separator: ", "))."
            }
        }
    }

    /// A target imports every target that it names in Package.swift: an arrow without an import is not part of the architecture.
    func unusedDependencies(in files: [SourceFile]) -> [String] {
        targets.filter { !$0.isForTests }.flatMap { target in
            let imported = Set(files.filter { self.target(of: $0)?.name == target.name }.flatMap(\.imports))
            return target.dependencies.filter { !imported.contains($0) }.map {
                "\(target.name) names \($0) in Package.swift, but no file of it imports \($0)."
            }
        }
    }

    /// Every dependency is a target of the package.
    func unknownDependencies() -> [String] {
        targets.flatMap { target in
            target.dependencies.filter { self[$0] == nil }.map { "\(target.name) depends on \($0), which Package.swift does not declare." }
        }
    }

    /// No target depends on itself through others.
    func circles() -> [String] {
        var finished: Set<String> = []
        var found: [String] = []
        func visit(_ name: String, _ way: [String]) {
            if let start = way.firstIndex(of: name) {
                found.append("The dependencies form a circle: \((way[start...] + [name]).joined(separator: " -> ")).")
                return
            }
            guard !finished.contains(name) else { return }
            for dependency in self[name]?.dependencies ?? [] { visit(dependency, way + [name]) }
            finished.insert(name)
        }
        for target in targets { visit(target.name, []) }
        return found
    }

    /// ARCHITECTURE.md draws every target except those for tests, and no other.
    func differences(to drawing: TargetDrawing) -> [String] {
        let declared = targets.filter { !$0.isForTests }.map(\.name)
        let missing = declared.filter { !drawing.names.contains($0) }.map {
            "\($0) is a target in Package.swift, but ARCHITECTURE.md does not list it under \"The targets\"."
        }
        let unknown = drawing.names.filter { !declared.contains($0) }.map {
            "ARCHITECTURE.md lists \($0) under \"The targets\", but Package.swift does not declare it."
        }
        return missing + unknown
    }

    private func target(of file: SourceFile) -> Target? { targets.first { file.path.hasPrefix($0.path + "/") } }
}
