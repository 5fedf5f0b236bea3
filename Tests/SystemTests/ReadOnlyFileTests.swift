// Files that are read at offsets.

import Glibc
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
        folder.link("loop", to: "loop")
        let other = #expect(throws: SystemError.self) { try ReadOnlyFile(path: folder / "loop") }
        #expect(other?.isMissingFile == false)
    }

    @Test("The descriptor is closed with the last reference, adopted ones too") func closing() throws {
        folder.write("file", [1, 2])
        let descriptor = open(folder / "file", O_RDONLY)
        do {
            let file = ReadOnlyFile(adopting: descriptor, path: "elsewhere")
            #expect(file.count == 0 && file.path == "elsewhere")
            #expect(try file.read(2, at: 0) == [1, 2])
            #expect(fcntl(descriptor, F_GETFD) >= 0)
        }
        // Another test may have received the same descriptor meanwhile, but for another file.
        var (own, found) = (stat(), stat())
        let (ownResult, foundResult) = (stat(folder / "file", &own), fstat(descriptor, &found))
        #expect(ownResult == 0 && (foundResult != 0 || found.st_ino != own.st_ino))
    }

    // MARK: - Without waiting

    /// True when the file system of temporary folders can read without blocking. Old kernels and some file systems cannot.
    private static let canReadNow: Bool = {
        let folder = TemporaryFolder()
        folder.write("file", [1])
        return (try? ReadOnlyFile(path: folder / "file")).flatMap { bytes(1, of: $0, at: 0) } == [1]
    }()

    private static func bytes(_ count: Int, of file: ReadOnlyFile, at offset: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return bytes.withUnsafeMutableBytes { file.readNow(into: $0, at: offset) } ? bytes : nil
    }

    @Test("Bytes in the page cache are read without waiting", .enabled(if: canReadNow)) func readsNow() throws {
        let bytes = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 5 >> 1) }
        let file = try file(bytes)
        for range in [0..<1, 0..<50_000, 4_095..<8_193, 7..<7] {
            #expect(Self.bytes(range.count, of: file, at: range.lowerBound) == Array(bytes[range]))
        }
    }

    @Test("A read beyond the end is refused, and the next one is not", .enabled(if: canReadNow)) func readsNowAtTheEnd() throws {
        let file = try file(Array(0..<100))
        #expect(Self.bytes(2, of: file, at: 99) == nil)
        #expect(Self.bytes(1, of: file, at: 100) == nil)
        #expect(Self.bytes(1, of: file, at: 99) == [99])
    }

    @Test("A descriptor that cannot be read at all is refused for good") func readsNowNever() throws {
        var ends: [Int32] = [-1, -1]
        let result = pipe(&ends)
        try #require(result == 0)
        defer { close(ends[1]) }
        let file = ReadOnlyFile(adopting: ends[0], path: "pipe")
        #expect(write(ends[1], [1, 2], 2) == 2)
        #expect(Self.bytes(1, of: file, at: 0) == nil)
        // From now on the object refuses without a system call, even when the descriptor could be read.
        folder.write("file", [3])
        let other = open(folder / "file", O_RDONLY)
        try #require(dup2(other, file.descriptor) == file.descriptor)
        close(other)
        #expect(Self.bytes(1, of: file, at: 0) == nil)
        #expect(try file.read(1, at: 0) == [3])
    }
}
