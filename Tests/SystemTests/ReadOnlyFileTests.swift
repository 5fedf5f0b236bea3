// Files that are read at offsets.

import System
import TestSupport
import Testing

@Suite struct ReadOnlyFileTests {
    private let folder = TemporaryFolder()

    private func file(_ bytes: [UInt8]) throws -> ReadOnlyFile {
        folder.write("file", bytes)
        return try ReadOnlyFile(path: folder / "file")
    }

    @Test("A range is read from its offset on") func range() throws {
        let file = try file(Array(0..<100))
        #expect(file.count == 100)
        #expect(try file.read(3, at: 10) == [10, 11, 12])
    }

    @Test("A range beyond the end is an error, and not fewer bytes") func end() throws {
        let file = try file(Array(0..<100))
        let error = #expect(throws: SystemError.self) { try file.read(3, at: 98) }
        #expect(error?.reason == "the file ends early")
    }

    @Test("A missing file is told from one that cannot be opened") func missing() {
        let error = #expect(throws: SystemError.self) { try ReadOnlyFile(path: folder.path + "/missing") }
        #expect(error?.isMissingFile == true)
    }
}

@Suite struct PositionalReadTests {
    @Test("Fewer bytes come only where the file ends") func short() throws {
        let folder = TemporaryFolder()
        folder.write("file", Array(0..<10))
        let file = try ReadOnlyFile(path: folder / "file")
        #expect(try PositionalRead.bytes(5, from: file.descriptor, at: 8) == [8, 9])
    }

    @Test("A closed descriptor is an error with the system's number") func closed() {
        let error = #expect(throws: PositionalRead.Failure.self) { try PositionalRead.bytes(1, from: -1, at: 0) }
        #expect(error?.number == 9)
    }
}
