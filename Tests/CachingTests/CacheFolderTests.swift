// The cache's folders, and the temporaryDirectories of processes that live and have died.

@testable import Caching
import Glibc
@testable import Library
import System
import Testing
import TestSupport

@Suite struct CacheFolderTests {
    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// A temporaryDirectory as another process leaves it, this old; its lock is held as long as the descriptor is open.
    private func makeWorkshop(_ folder: TemporaryFolder, _ name: String, age: Int, hasLock: Bool = true) -> Int32 {
        folder.write("building/\(name)/1.szi", [1])
        folder.write("building/\(name)/deeper/2.part", [1])
        folder.link("building/\(name)/link", to: folder / "kept")
        var descriptor: Int32 = -1
        if hasLock {
            descriptor = open(folder / "building/\(name)/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
            precondition(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        }
        if hasLock { folder.touch("building/\(name)/lock", seconds: time(nil) - age) }
        folder.touch("building/\(name)", seconds: time(nil) - age)
        return descriptor
    }

    @Test("Temporary directories of dead processes are removed") func sweeps() throws {
        let folder = TemporaryFolder()
        folder.write("kept/file", [1])
        let living = makeWorkshop(folder, "1-0", age: 1_000)
        close(makeWorkshop(folder, "2-0", age: 1_000))
        // As if they came only now, however long this takes.
        close(makeWorkshop(folder, "3-0", age: -1_000))
        _ = makeWorkshop(folder, "4-0", age: 1_000, hasLock: false)
        _ = makeWorkshop(folder, "5-0", age: -1_000, hasLock: false)
        let cache = try CacheFolder(root: folder.path)
        #expect(exists(folder / "building/1-0/deeper/2.part"), "its process lives")
        #expect(!exists(folder / "building/2-0"))
        #expect(exists(folder / "building/3-0/1.szi"), "it may not have locked itself yet")
        #expect(!exists(folder / "building/4-0"))
        #expect(exists(folder / "building/5-0/1.szi"))
        #expect(exists(folder / "kept/file"), "a link is not followed")
        close(living)
        _ = try CacheFolder(root: folder.path)
        #expect(!exists(folder / "building/1-0"))
        withExtendedLifetime(cache) {}
    }

    @Test("Each process has a temporary directory of its own") func temporaryDirectories() throws {
        let folder = TemporaryFolder()
        var paths: [String] = []
        do {
            let first = try CacheFolder(root: folder.path)
            let second = try CacheFolder(root: folder.path)
            for cache in [first, second] {
                for _ in 0..<3 {
                    let path = try cache.write([[1, 2], [], [3]])
                    #expect(exists(path))
                    paths.append(path)
                }
            }
            #expect(Set(paths).count == 6)
        }
        #expect(paths.allSatisfy { !exists($0) }, "the temporary directory is deleted with its owner")
        #expect(try CacheFolder(root: folder.path).contents().isEmpty)
    }

    @Test("A cache that is removed under the running process is created again") func removedUnderTheProcess() throws {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder / "cache")
        let temporaryDirectory = String(try cache.write([[1]]).split(separator: "/").dropLast().last!)
        TemporaryFolder.remove(folder / "cache")
        #expect(!exists(folder / "cache"))
        try cache.publish(try cache.write([[2]]), as: "derivatives/ab/abc.img")
        #expect(try ReadOnlyFile(path: folder / "cache/derivatives/ab/abc.img").read(1, at: 0) == [2])
        // It is locked as before: others leave it alone.
        folder.touch("cache/building/\(temporaryDirectory)/lock", seconds: time(nil) - 1_000)
        _ = try CacheFolder(root: folder / "cache")
        #expect(exists(folder / "cache/building/\(temporaryDirectory)/lock"))
    }

    @Test("A published file appears whole under its name") func publishes() throws {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder.path)
        let name = "derivatives/ab/abc.img"
        let part = try cache.write([[1, 2, 3], [4]])
        try cache.publish(part, as: name)
        #expect(!exists(part))
        #expect(try ReadOnlyFile(path: cache.path(name)).read(4, at: 0) == [1, 2, 3, 4])
        try cache.publish(try cache.write([[5]]), as: name)
        #expect(try ReadOnlyFile(path: cache.path(name)).count == 1)
        #expect(cache.contents().map(\.name) == [name])
        #expect(cache.contents().map(\.byteCount) == [1])
        #expect(throws: SystemError.self) { try cache.publish(part, as: name) }
        #expect(try ReadOnlyFile(path: cache.path(name)).count == 1)
    }

    @Test("A reader keeps its file when another one is published under the name") func readersKeepTheirs() throws {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder.path)
        try cache.publish(try cache.write([[UInt8](repeating: 1, count: 1_000)]), as: "pyramids/a.szi")
        let file = try ReadOnlyFile(path: cache.path("pyramids/a.szi"))
        try cache.publish(try cache.write([[2]]), as: "pyramids/a.szi")
        #expect(try file.read(1_000, at: 0) == [UInt8](repeating: 1, count: 1_000))
        #expect(throws: SystemError.self) { try file.read(1_000, at: 1) }
        #expect(try file.read(0, at: 5_000) == [])
    }

    // MARK: - Files without a name

    private static let name = "pyramids/a.szi"

    /// Whether the system of the tests' folder can have them.
    private static let canBeNameless: Bool = {
        let folder = TemporaryFolder()
        let descriptor = open(folder.path, 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o644)
        defer { if descriptor >= 0 { close(descriptor) } }
        return descriptor >= 0
    }()

    /// Names in the folder of pyramids and in all temporaryDirectories, but for the locks.
    private func names(_ folder: TemporaryFolder) -> [String] {
        let temporaryDirectories = (DirectoryEntries.names(in: folder / "building") ?? []).flatMap {
            DirectoryEntries.names(in: folder / "building/\($0)") ?? []
        }
        return (DirectoryEntries.names(in: folder / "pyramids") ?? []) + temporaryDirectories.filter { $0 != "lock" }
    }

    @Test("An unfinished file appears when it is published, and vanishes when it is not", arguments: Set([canBeNameless, false]))
    func unfinishedFiles(_ canBeNameless: Bool) throws {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder.path, canBeNameless: canBeNameless)
        do {
            let file = try cache.makeFile(for: Self.name)
            try file.write([3, 4], at: 2)
            try file.write([1, 2], at: 0)
            #expect(try file.reading.read(4, at: 0) == [1, 2, 3, 4])
            #expect(names(folder).count == (canBeNameless ? 0 : 1))
            #expect(try cache.publish(file, as: Self.name, replacing: false))
            #expect(names(folder) == ["a.szi"])
        }
        #expect(try ReadOnlyFile(path: folder / Self.name).read(4, at: 0) == [1, 2, 3, 4])
        do {
            let file = try cache.makeFile(for: Self.name)
            try file.write([9], at: 0)
        }
        #expect(names(folder) == ["a.szi"], "what is not published vanishes")
    }

    @Test("A file that another process published first is kept unless it is to be replaced", .enabled(if: canBeNameless)) func takenNames()
        throws
    {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder.path)
        folder.write(Self.name, [7])
        let file = try cache.makeFile(for: Self.name)
        try file.write([8, 8], at: 0)
        #expect(try !cache.publish(file, as: Self.name, replacing: false))
        #expect(try ReadOnlyFile(path: folder / Self.name).count == 1)
        #expect(try cache.publish(file, as: Self.name, replacing: true))
        #expect(try ReadOnlyFile(path: folder / Self.name).read(2, at: 0) == [8, 8])
        #expect(names(folder) == ["a.szi"])
    }

    @Test("A folder that is removed before or during the work is created again", arguments: Set([canBeNameless, false]))
    func removedUnderTheWork(_ canBeNameless: Bool) throws {
        let folder = TemporaryFolder()
        let cache = try CacheFolder(root: folder / "cache", canBeNameless: canBeNameless)
        TemporaryFolder.remove(folder / "cache")
        let file = try cache.makeFile(for: Self.name)
        try file.write([1], at: 0)
        #expect(try cache.publish(file, as: Self.name, replacing: false))
        #expect(try ReadOnlyFile(path: folder / "cache/pyramids/a.szi").read(1, at: 0) == [1])
        let second = try cache.makeFile(for: "pyramids/b.szi")
        TemporaryFolder.remove(folder / "cache")
        // What had a name in the folder has gone with it.
        #expect(((try? cache.publish(second, as: "pyramids/b.szi", replacing: false)) == true) == canBeNameless)
    }
}
