// The bounded store on disk.

@testable import Caching
import Glibc
import System
import Testing
import TestSupport
import Workers

@Suite struct DiskCacheTests {
    /// What a digest behind the bytes takes.
    private static let checksum = 64

    private func bytes(_ number: Int, count: Int = 4_096 - checksum) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
    }

    private func makeCache(
        _ folder: TemporaryFolder, capacity: Int, lifetime: Int = 1_000_000, stockInterval: Int = 1_000_000,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
        removed: @escaping @Sendable (String) -> Void = { _ in },
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws -> DiskCache {
        DiskCache(
            folder: try CacheFolder(root: folder.path), capacity: capacity, lifetime: lifetime, stockInterval: stockInterval,
            later: later, removed: removed, warn: warn)
    }

    private func name(_ number: Int) -> String { "derivatives/\(number % 10)a/\(number).img" }

    private func exists(_ folder: TemporaryFolder, _ name: String) -> Bool { access(folder / name, F_OK) == 0 }

    /// What all files that are there take, in whole blocks.
    private func used(_ folder: TemporaryFolder) throws -> Int {
        try CacheFolder(root: folder.path).contents().reduce(0) { $0 + ($1.byteCount + 4_095) / 4_096 * 4_096 }
    }

    @Test("A written derivative is found again") func storesAndFinds() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 409_600)
        #expect(cache.derivative(name(1)) == nil)
        cache.writeDerivative(name(1), bytes(1))
        #expect(cache.derivative(name(1)) == bytes(1))
        #expect(cache.byteCount == 4_096)
        cache.writeDerivative(name(1), bytes(2, count: 36))
        #expect(cache.derivative(name(1)) == bytes(2, count: 36))
        #expect(cache.byteCount == 4_096)
        cache.forget(name(1))
        #expect(cache.derivative(name(1)) == nil && cache.byteCount == 0 && !exists(folder, name(1)))
    }

    @Test("The least recently used files are removed, with a little room to spare") func leastRecentlyUsed() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 40_960)
        for number in 0..<10 { cache.writeDerivative(name(number), bytes(number)) }
        #expect(cache.byteCount == 40_960)
        #expect(cache.derivative(name(0)) != nil)
        cache.writeDerivative(name(10), bytes(10))
        #expect((0...10).filter { exists(folder, name($0)) } == [0, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(cache.byteCount == 36_864)
    }

    @Test("The bound holds whatever is written") func bound() throws {
        var generator = SeededGenerator(seed: 8)
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 81_920)
        for number in 0..<300 {
            cache.writeDerivative(name(number), bytes(number, count: Int.random(in: 1...16_384, using: &generator)))
            #expect(cache.byteCount <= 81_920)
            _ = cache.derivative(name(Int.random(in: 0...number, using: &generator)))
        }
        #expect(try used(folder) == cache.byteCount)
    }

    @Test("A derivative larger than the cache is not written") func tooLarge() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 500)
        cache.writeDerivative(name(1), bytes(1))
        #expect(cache.derivative(name(1)) == nil && cache.byteCount == 0)
        let nothing = try makeCache(folder, capacity: 0)
        nothing.writeDerivative(name(1), bytes(1, count: 1))
        #expect(nothing.derivative(name(1)) == nil)
    }

    @Test("A damaged derivative is removed and not served") func damaged() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 409_600)
        let good = bytes(5)
        cache.writeDerivative(name(1), good)
        var whole = [UInt8](repeating: 0, count: 4_096)
        let descriptor = open(folder / name(1), O_RDONLY)
        #expect(read(descriptor, &whole, 4_096) == 4_096)
        close(descriptor)
        var changed = whole
        changed[500] ^= 1
        var changedSeal = whole
        changedSeal[4_095] ^= 1
        for damage in [changed, changedSeal, Array(whole.dropLast()), whole + [0], [], Array(whole.suffix(64)), [1, 2, 3]] {
            folder.write(name(1), damage)
            #expect(cache.derivative(name(1)) == nil)
            #expect(!exists(folder, name(1)) && cache.byteCount == 0)
        }
        folder.write(name(1), whole)
        #expect(cache.derivative(name(1)) == good)
        #expect(cache.byteCount == 4_096)
    }

    @Test("A new cache finds the files of the last one") func persists() throws {
        let folder = TemporaryFolder()
        do {
            let cache = try makeCache(folder, capacity: 409_600)
            for number in 0..<10 { cache.writeDerivative(name(number), bytes(number)) }
        }
        // In the order in which they were used last, to the second.
        for number in 0..<10 { folder.touch(name(number), seconds: 1_000 + (number + 5) % 10) }
        let cache = try makeCache(folder, capacity: 20_480)
        #expect((0..<10).filter { exists(folder, name($0)) } == [1, 2, 3, 4], "those used last, within nine tenths")
        #expect(cache.byteCount == 16_384)
        #expect(cache.derivative(name(1)) == bytes(1))
    }

    @Test("A pyramid in use stays over the bound, and one warning says so") func pyramidsInUse() throws {
        let folder = TemporaryFolder()
        let warnings = Shared<[String]>([])
        let cache = try makeCache(folder, capacity: 20_480, warn: { text in warnings.update { $0.append(text) } })
        folder.write("pyramids/a.szi", bytes(1, count: 24_576))
        cache.use("pyramids/a.szi", byteCount: 24_576)
        for number in 0..<10 { cache.writeDerivative(name(number), bytes(number)) }
        #expect(exists(folder, "pyramids/a.szi"))
        #expect(cache.byteCount == 24_576)
        #expect(warnings.value.count == 1 && warnings.value[0].contains("24576") && warnings.value[0].contains("20480"))
    }

    @Test("A pyramid that was not used lately is removed like any other file") func pyramidsNotInUse() throws {
        let folder = TemporaryFolder()
        let removed = Shared<[String]>([])
        let cache = try makeCache(folder, capacity: 20_480, lifetime: 0, removed: { name in removed.update { $0.append(name) } })
        for name in ["pyramids/a.szi", "pyramids/b.szi"] {
            folder.write(name, bytes(1, count: 8_192))
            cache.use(name, byteCount: 8_192)
        }
        cache.touch("pyramids/a.szi")
        cache.touch("pyramids/c.szi")
        cache.writeDerivative(name(1), bytes(1))
        #expect(cache.byteCount == 20_480, "what is not counted is not by being used")
        #expect(removed.value == [])
        cache.writeDerivative(name(2), bytes(2))
        #expect(removed.value == ["pyramids/b.szi"])
        #expect(!exists(folder, "pyramids/b.szi") && exists(folder, "pyramids/a.szi") && exists(folder, name(2)))
    }

    @Test("Room is made for a growing file") func growingFiles() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 40_960)
        for number in 0..<9 { cache.writeDerivative(name(number), bytes(number)) }
        for pages in 1...7 {
            cache.grow("pyramids/a.szi", byteCount: pages * 4_096)
            #expect(cache.byteCount <= 40_960)
            #expect(try used(folder) + pages * 4_096 == cache.byteCount)
        }
        cache.settle("pyramids/a.szi")
        #expect(try used(folder) == cache.byteCount)
        cache.settle("pyramids/a.szi")
        #expect(try used(folder) == cache.byteCount)
    }

    @Test("A file that becomes finished is counted once at each moment") func finishedFiles() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 40_960)
        for number in 0..<5 { cache.writeDerivative(name(number), bytes(number)) }
        // Threads that write at once may tell of their ends in another order.
        for pages in [1, 5, 4] { cache.grow("pyramids/a.szi", byteCount: pages * 4_096) }
        #expect(cache.byteCount == 40_960)
        folder.write("pyramids/a.szi", bytes(1, count: 20_480))
        cache.use("pyramids/a.szi", byteCount: 20_480)
        #expect(cache.byteCount == 40_960 && (0..<5).allSatisfy { exists(folder, name($0)) })
        cache.settle("pyramids/a.szi")
        #expect(cache.byteCount == 40_960)
    }

    @Test("Files that another process adds or removes are noticed") func sharedFolders() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 40_960, stockInterval: 0)
        let other = try makeCache(folder, capacity: 1 << 30)
        for number in 0..<8 { other.writeDerivative(name(number), bytes(number)) }
        for number in 8..<14 {
            cache.writeDerivative(name(number), bytes(number))
            #expect(try used(folder) <= 40_960)
            #expect(try used(folder) == cache.byteCount)
        }
        for number in 0..<14 { other.forget(name(number)) }
        cache.writeDerivative(name(20), bytes(20))
        #expect(cache.byteCount == 4_096)
    }

    @Test("Listing the folder never runs on the thread that reads or writes") func theFolderIsLookedThroughElsewhere() throws {
        let folder = TemporaryFolder()
        let walks = Shared<[@Sendable () -> Void]>([])
        let cache = try makeCache(folder, capacity: 1 << 20, stockInterval: 0, later: { walk in walks.update { $0.append(walk) } })
        let other = try makeCache(folder, capacity: 1 << 20)
        other.writeDerivative(name(1), bytes(1))
        cache.writeDerivative(name(2), bytes(2))
        #expect(cache.byteCount == 4_096 && walks.value.count == 1)
        walks.value[0]()
        #expect(cache.byteCount == 8_192)
    }

    @Test("Many threads keep the bookkeeping right") func manyThreads() throws {
        let folder = TemporaryFolder()
        let cache = try makeCache(folder, capacity: 81_920)
        let wrong = Shared(0)
        let pool = WorkerPool(threads: 4, capacity: 10)
        for seed in 0..<4 {
            _ = pool.submit(.wanted) {
                var generator = SeededGenerator(seed: UInt64(seed))
                for _ in 0..<150 {
                    let number = Int.random(in: 0..<40, using: &generator)
                    if let found = cache.derivative(name(number)) {
                        if found != bytes(number) { wrong.update { $0 += 1 } }
                    } else {
                        cache.writeDerivative(name(number), bytes(number))
                    }
                }
            }
        }
        pool.shutDown()
        #expect(wrong.value == 0)
        #expect(cache.byteCount <= 81_920)
        #expect(try used(folder) <= 81_920)
    }

    @Test("An unusable folder fails no request") func unusable() throws {
        let folder = TemporaryFolder()
        folder.write("file", [1])
        for path in [folder / "file", folder / "file/below", "/proc/nowhere"] {
            let error = #expect(throws: SystemError.self) { try CacheFolder(root: path) }
            #expect(error?.description.contains(path) == true)
        }
        #expect((try? CacheFolder(root: folder / "a/b/c")) != nil, "folders above it are made")
    }
}
