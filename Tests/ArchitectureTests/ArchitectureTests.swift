// The arrows in Package.swift are the architecture: what the sources import, and what ARCHITECTURE.md draws.

import Testing

@Suite struct ArchitectureTests {
    private let package: PackageGraph
    private let sources: [SourceFile]

    init() throws {
        package = PackageGraph(manifest: try Repository.text("Package.swift"))
        sources = try Repository.sourceFiles(in: "Sources")
    }

    @Test("The manifest and the sources are read: every target with Swift files has a declaration, and imports are found") func reading()
        throws
    {
        #expect(package.targets.count > 20)
        #expect(sources.count > 200 && sources.contains { $0.imports.contains("Geometry") })
        let geometry = try #require(package["Geometry"])
        #expect(geometry.dependencies.isEmpty && geometry.path == "Sources/Geometry")
        let tests = try #require(package["GeometryTests"])
        #expect(tests.dependencies.first == "Geometry" && tests.isForTests)
        #expect(Set(package.targets.map(\.name)).count == package.targets.count)
    }

    @Test("A source file imports only the targets that Package.swift allows it") func imports() {
        for problem in package.forbiddenImports(in: sources) { Issue.record("\(problem)") }
    }

    @Test("Every arrow in Package.swift is used by an import") func arrows() {
        for problem in package.unusedDependencies(in: sources) { Issue.record("\(problem)") }
    }

    @Test("Dependencies are targets of the package and form no circle") func circles() {
        for problem in package.unknownDependencies() + package.circles() { Issue.record("\(problem)") }
    }

    @Test("ARCHITECTURE.md draws the targets of Package.swift") func drawing() throws {
        let drawing = TargetDrawing(markdown: try Repository.text("ARCHITECTURE.md"), known: Set(package.targets.map(\.name)))
        for problem in package.differences(to: drawing) { Issue.record("\(problem)") }
    }
}
