// A pyramid in a file of the caller's: whole, or not there.

@testable import Building
import Geometry
import Glibc
import Imaging
@testable import Library
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport

@Suite struct PyramidExportTests {
    let stage: ImageStage
    let record: ImageRecord
    let export = PyramidExport(encoders: 1, decodeMemory: 0)

    init() throws {
        stage = try ImageStage()
        record = try stage.record()
    }

    private func write(_ name: String, isCancelled: @escaping @Sendable () -> Bool = { false }) throws -> PyramidExport.Result {
        try export.write(record, to: stage.folder / name, name: "a", progress: { _ in }, isCancelled: isCancelled)
    }

    private func names() -> [String] { (DirectoryEntries.names(in: stage.folder / "out") ?? []).sorted() }

    @Test("The file appears whole under its name") func whole() throws {
        stage.folder.makeFolder("out")
        let result = try write("out/a.szi")
        let file = try PyramidFile(path: stage.folder / "out/a.szi", grid: record.grid, format: .jpg)
        #expect(file.byteCount == result.byteCount && file.tileCount == result.tileCount)
        #expect(names() == ["a.szi"])
    }

    @Test("An older pyramid of the name is replaced") func replaces() throws {
        stage.folder.write("out/a.szi", [1, 2, 3])
        _ = try write("out/a.szi")
        #expect(
            try PyramidFile(path: stage.folder / "out/a.szi", grid: record.grid, format: .jpg).storedTile(
                .init(level: 0, column: 0, row: 0)) != nil)
        #expect(names() == ["a.szi"])
    }

    @Test("A cancelled export leaves the older file and nothing beside it") func cancelled() throws {
        stage.folder.write("out/a.szi", [1, 2, 3])
        let error = #expect(throws: TileError.self) { try write("out/a.szi") { true } }
        guard case .source(.cancelled)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(names() == ["a.szi"])
        #expect(try ReadOnlyFile(path: stage.folder / "out/a.szi").count == 3)
    }

    @Test("Failures say what is wrong and leave no file") func failures() throws {
        stage.folder.makeFolder("out")
        for target in ["missing/a.szi", "out"] {
            let error = #expect(throws: TileError.self) { try write(target) }
            guard case .cache(let reason)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(!reason.isEmpty)
        }
        stage.folder.touch("images/a.ppm", seconds: 1)
        let error = #expect(throws: TileError.self) { try write("out/a.szi") }
        guard case .source(.changedWhileReading)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(names().isEmpty)
    }

    @Test(
        "The name of the file follows from the identifier and the page",
        arguments: [
            ("a/lisboa.tif", 0, "lisboa.szi"), ("a/atlas.pdf;3", 2, "atlas-3.szi"), ("a.b.c", 0, "a.b.szi"), (".hidden", 0, ".hidden.szi"),
            ("plain", 0, "plain.szi"), ("é.jpg", 0, "é.szi"), ("map;old.tif", 0, "map;old.szi"), ("map;7", 0, "map;7.szi"),
            ("map;7;2", 1, "map;7-2.szi"), ("atlas.pdf;1", 0, "atlas.szi"),
        ])
    func fileNames(_ identifier: String, _ page: Int, _ name: String) {
        #expect(PyramidExport.fileName(for: identifier, page: page) == name)
    }
}
