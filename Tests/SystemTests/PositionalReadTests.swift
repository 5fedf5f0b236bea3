// Reading at offsets, also when the disk fails.

import FailingReads
import Glibc
import System
import TestSupport
import Testing

@Suite struct PositionalReadTests {
    private let folder = TemporaryFolder()

    private func file(_ bytes: [UInt8]) throws -> (file: ReadOnlyFile, inode: ino_t) {
        folder.write("file", bytes)
        let file = try ReadOnlyFile(path: folder / "file")
        var status = stat()
        let result = fstat(file.descriptor, &status)
        try #require(result == 0)
        return (file, status.st_ino)
    }

    @Test("Fewer bytes come only where the file ends") func short() throws {
        let (file, _) = try file(Array(0..<10))
        #expect(try PositionalRead.bytes(5, from: file.descriptor, at: 8) == [8, 9])
        #expect(try PositionalRead.bytes(5, from: file.descriptor, at: 10) == [])
        #expect(try PositionalRead.bytes(0, from: file.descriptor, at: 0) == [])
    }

    @Test("A buffer is filled from an offset on, and the descriptor's own position stays") func fill() throws {
        let (file, _) = try file(Array(0..<100))
        var buffer = [UInt8](repeating: 0, count: 60)
        let got = try buffer.withUnsafeMutableBytes { try PositionalRead.fill($0, from: file.descriptor, at: 20) }
        #expect(got == 60 && buffer == Array(20..<80))
        #expect(lseek(file.descriptor, 0, Int32(SEEK_CUR)) == 0)
    }

    @Test("A closed descriptor is an error with the system's number") func closed() {
        let error = #expect(throws: PositionalRead.Failure.self) { try PositionalRead.bytes(1, from: -1, at: 0) }
        #expect(error?.number == EBADF)
    }

    @Test("A pipe, which has no offsets, is an error") func pipes() throws {
        var ends: [Int32] = [-1, -1]
        let result = pipe(&ends)
        try #require(result == 0)
        defer { for end in ends { close(end) } }
        let error = #expect(throws: PositionalRead.Failure.self) { try PositionalRead.bytes(1, from: ends[0], at: 0) }
        #expect(error?.number == ESPIPE)
    }

    @Test("A failing disk is an error with its number, and the next read succeeds") func failing() throws {
        let (file, inode) = try file(Array(0..<100))
        failing_reads_arm(inode, 0)
        let error = #expect(throws: PositionalRead.Failure.self) { try PositionalRead.bytes(10, from: file.descriptor, at: 0) }
        #expect(failing_reads_disarm(inode))
        #expect(error?.number == EIO)
        #expect(try PositionalRead.bytes(10, from: file.descriptor, at: 0) == Array(0..<10))
    }

    @Test("A later read fails, and those before it do not") func failingLater() throws {
        let (file, inode) = try file(Array(0..<100))
        failing_reads_arm(inode, 1)
        #expect(try PositionalRead.bytes(10, from: file.descriptor, at: 5) == Array(5..<15))
        #expect(throws: PositionalRead.Failure.self) { try PositionalRead.bytes(10, from: file.descriptor, at: 5) }
        #expect(failing_reads_disarm(inode))
    }

    @Test("A file that cannot be read says so with its path and the system's reason") func failingFile() throws {
        let (file, inode) = try file(Array(0..<100))
        failing_reads_arm(inode, 0)
        let error = #expect(throws: SystemError.self) { try file.read(10, at: 0) }
        #expect(failing_reads_disarm(inode))
        #expect(error?.path == folder / "file" && error?.reason == SystemError.reason(EIO) && error?.isMissingFile == false)
        #expect(error.map { "\($0)" } == "\(folder / "file"): read: \(SystemError.reason(EIO))")
    }
}
