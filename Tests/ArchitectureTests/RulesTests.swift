// The rules over made-up packages: each finds its violation, and nothing else.

import Testing

@Suite struct RulesTests {
    private let package = PackageGraph(
        manifest: """
            // swift-tools-version: 6.3
            func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
                .target(name: name, dependencies: dependencies, swiftSettings: strict)
            }
            func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
                .testTarget(name: name + "Tests", dependencies: [.byName(name: name)] + dependencies)
            }
            let package = Package(
                name: "made-up", products: [.executable(name: "program", targets: ["program"])],
                targets: [
                    .systemLibrary(name: "CThing", pkgConfig: "thing", providers: [.apt(["libthing-dev"])]),
                    .target(name: "CTable", linkerSettings: [.linkedLibrary("table")]),
                    module("Bottom"),  // module("Commented", ["Bottom"]),
                    module("Middle", ["Bottom", "CThing"]),
                    module(
                        "Top",
                        [
                            "Middle", "Bottom",
                        ]),
                    .executableTarget(name: "program", dependencies: ["Top", "CTable"], swiftSettings: strict),
                    .target(name: "Support", path: "Tests/Support", swiftSettings: strictTests),
                    tests("Middle", ["Bottom"]),
                    .testTarget(name: "WholeTests", dependencies: ["Top"]),
                ]
            )
            """)

    private func imports(_ path: String, _ text: String) -> [String] {
        package.forbiddenImports(in: [SourceFile(path: path, text: text)])
    }

    @Test("Targets are read with their dependencies and folders, and neither comments nor functions of the manifest count") func targets() {
        let expected: [(String, [String], String)] = [
            ("CThing", [], "Sources/CThing"), ("CTable", [], "Sources/CTable"), ("Bottom", [], "Sources/Bottom"),
            ("Middle", ["Bottom", "CThing"], "Sources/Middle"), ("Top", ["Middle", "Bottom"], "Sources/Top"),
            ("program", ["Top", "CTable"], "Sources/program"), ("Support", [], "Tests/Support"),
            ("MiddleTests", ["Middle", "Bottom"], "Tests/MiddleTests"), ("WholeTests", ["Top"], "Tests/WholeTests"),
        ]
        #expect(
            package.targets
                == expected.map { PackageGraph.Target(name: $0.0, dependencies: $0.1, path: $0.2, isSystemLibrary: $0.0 == "CThing") })
    }

    @Test(
        "Import declarations of all forms are found",
        arguments: [
            ("import A", ["A"]), ("public import A\nprivate import B", ["A", "B"]), ("@testable import A", ["A"]),
            ("@preconcurrency internal import A", ["A"]), ("import struct A.B", ["A"]), ("    import A.B", ["A"]), ("import A;", ["A"]),
            ("// import A\n/// import B\nlet important = \"import A\"", []), ("func import() {}", []), ("#if canImport(A)", []),
        ])
    func importForms(_ text: String, _ modules: [String]) { #expect(SourceFile(path: "", text: text).imports == modules) }

    @Test(
        "Includes of the headers of C targets count as imports of them, and other includes do not",
        arguments: [
            ("#include <CSource.h>\n#include \"CLinux.h\"", ["CSource", "CLinux"]), ("#include \"planes.h\"\n#include <stdint.h>", []),
            ("// #include <CSource.h>", []), ("#include <CURL.txt>", []),
        ])
    func includes(_ text: String, _ modules: [String]) {
        #expect(SourceFile(path: "a.c", text: text).imports == modules && SourceFile(path: "a.h", text: text).imports == modules)
        #expect(SourceFile(path: "a.swift", text: text).imports.isEmpty)
    }

    @Test("Allowed imports are not reported") func allowed() {
        #expect(imports("Sources/Middle/Deep/A.swift", "private import CThing\nprivate import Glibc\npublic import Bottom").isEmpty)
        #expect(imports("Sources/program/main.swift", "import CTable\nimport Top").isEmpty)
    }

    @Test("An import against the arrows is reported with the file, the import and the allowed ones") func upwards() {
        #expect(
            imports("Sources/Middle/A.swift", "import Bottom\nimport Top") == [
                "Sources/Middle/A.swift imports Top, but Middle may import only Bottom, CThing, Glibc, Synchronization."
            ])
    }

    @Test("A target of a target is not allowed, nor a C module of another target, nor Foundation") func indirect() {
        #expect(imports("Sources/program/main.swift", "import Middle").count == 1)
        #expect(imports("Sources/Top/A.swift", "private import CThing").count == 1)
        #expect(imports("Sources/Bottom/A.swift", "import Foundation\nimport CTable").count == 2)
    }

    @Test("A file outside all targets is reported") func stray() {
        #expect(imports("Sources/Lost/A.swift", "") == ["Sources/Lost/A.swift belongs to no target in Package.swift."])
        #expect(imports("Sources/BottomUp/A.swift", "").count == 1)
    }

    @Test("An arrow without an import is reported") func unused() {
        let files = [
            SourceFile(path: "Sources/Middle/A.swift", text: "import Bottom"),
            SourceFile(path: "Sources/Middle/B.swift", text: "import CThing"),
            SourceFile(path: "Sources/Top/A.swift", text: "import Middle"),
            SourceFile(path: "Sources/program/main.swift", text: "import Top\nimport CTable"),
        ]
        #expect(package.unusedDependencies(in: files) == ["Top names Bottom in Package.swift, but no file of it imports Bottom."])
    }

    @Test("A circle is reported once, with its targets in order, and an unknown dependency by its name") func circles() {
        let circular = PackageGraph(
            manifest: #"module("A", ["B"]), module("B", ["C"]), module("C", ["A", "D"]), module("D"), module("E", ["A", "F"])"#)
        #expect(circular.circles() == ["The dependencies form a circle: A -> B -> C -> A."])
        #expect(circular.unknownDependencies() == ["E depends on F, which Package.swift does not declare."])
        #expect(package.circles().isEmpty && package.unknownDependencies().isEmpty)
    }

    private func differences(_ block: String) -> [String] {
        let text =
            "# A\n\nTop\n\n## The targets\n\nSome words about Nothing.\n\n```\n\(block)\n```\n\n```\nOther\n```\n\n## Threads\n\n```\nAnother\n```\n"
        return package.differences(to: TargetDrawing(markdown: text, known: Set(package.targets.map(\.name))))
    }

    @Test("A drawing of all targets is accepted, with names in one line or in several") func drawn() {
        #expect(
            differences("CThing CTable   the C libraries\nBottom\nMiddle -> Bottom, CThing   A description\nTop -> all above\nprogram")
                .isEmpty)
        #expect(differences("CThing, CTable, Bottom  CTable is one of them\nMiddle, Top of the rest\nprogram      -> Top").isEmpty)
    }

    @Test("Targets that are not drawn, and drawn ones that do not exist, are reported") func wronglyDrawn() {
        #expect(
            differences("CThing Bottom\nMiddle -> Top\nRoof -> Top\nprogram") == [
                "CTable is a target in Package.swift, but ARCHITECTURE.md does not list it under \"The targets\".",
                "Top is a target in Package.swift, but ARCHITECTURE.md does not list it under \"The targets\".",
                "ARCHITECTURE.md lists Roof under \"The targets\", but Package.swift does not declare it.",
            ])
        #expect(differences("").count == 6)
    }
}
