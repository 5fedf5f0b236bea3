// Tiles that need no wait: read from files at once, where the page cache has them.

@testable import Building
@testable import Caching
import Geometry
import Glibc
@testable import Library
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport

@Suite struct AtHandTests {
    init() { #expect(isLibraryStarted) }

    /// Whether the system of the tests' folder tells that a read would wait; where it cannot, nothing is at hand but what is in memory.
    static let canReadNow: Bool = {
        let folder = TemporaryFolder()
        folder.write("a", [1, 2, 3])
        guard let file = try? ReadOnlyFile(path: folder / "a") else { return false }
        return read(file, 3, at: 0) != nil
    }()

    private static func read(_ file: ReadOnlyFile, _ count: Int, at offset: Int) -> [UInt8]? {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
        defer { memory.deallocate() }
        return file.readNow(into: memory, at: offset) ? Array(memory) : nil
    }

    // MARK: - Files

    @Test("Ranges in the page cache are read at once", .enabled(if: canReadNow)) func readsNow() throws {
        let folder = TemporaryFolder()
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }
        folder.write("a", bytes)
        let file = try ReadOnlyFile(path: folder / "a")
        for range in [0..<1, 0..<100_000, 4_090..<8_200, 99_999..<100_000, 5..<5] {
            #expect(Self.read(file, range.count, at: range.lowerBound) == Array(bytes[range]))
        }
        // The file ends before: that is for a worker to say.
        #expect(Self.read(file, 2, at: 99_999) == nil && Self.read(file, 1, at: 100_000) == nil)
        #expect(Self.read(file, 1, at: 0) == [bytes[0]], "and it does not spoil the next")
        folder.write("a", Array(bytes[..<10]))
        #expect(Self.read(file, 11, at: 0) == nil)
    }

    @Test("A read does not wait for what is not in the page cache", .enabled(if: canReadNow)) func doesNotWait() throws {
        let folder = TemporaryFolder()
        let bytes = [UInt8](repeating: 5, count: 1 << 20)
        folder.write("a", bytes)
        let file = try ReadOnlyFile(path: folder / "a")
        fsync(file.descriptor)
        posix_fadvise(file.descriptor, 0, 0, POSIX_FADV_DONTNEED)
        // The system need not follow the advice: what comes must only be right.
        if let read = Self.read(file, bytes.count, at: 0) { #expect(read == bytes) }
        #expect(try file.read(bytes.count, at: 0) == bytes)
        #expect(Self.read(file, bytes.count, at: 0) == bytes, "a worker has read it")
    }

    @Test("When the file system cannot tell whether a read waits, nothing is read at once") func unsupported() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        defer { close(ends[1]) }
        let file = ReadOnlyFile(adopting: ends[0], path: "pipe")
        _ = write(ends[1], "abc", 3)
        #expect(Self.read(file, 3, at: 0) == nil && Self.read(file, 3, at: 0) == nil)
    }

    // MARK: - Stored tiles

    @Test("A stored tile is read at once, and only with the right checksum", .enabled(if: canReadNow)) func images() throws {
        let folder = TemporaryFolder()
        let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0) }
        folder.write("a", bytes)
        let file = try ReadOnlyFile(path: folder / "a")
        let stored = Array(bytes[1_000..<3_000])
        let checksum = CRC32.checksum(of: stored)
        let fields = ImageFields(format: .jpg, entityTag: "\"a\"", lastModified: 0)
        func wire(_ tile: StoredTile) -> [UInt8]? { tile.imageNow(fields: fields) { Array("\($1)|".utf8) }?.wire }
        #expect(wire(StoredTile(file: file, offset: 1_000, count: 2_000, checksum: checksum)) == Array("2000|".utf8) + stored)
        #expect(
            wire(StoredTile(file: file, offset: 1_000, count: 2_000, checksum: checksum, prefix: [9, 8])) == Array("2002|".utf8) + [9, 8]
                + stored)
        #expect(wire(StoredTile(file: file, offset: 1_001, count: 2_000, checksum: checksum)) == nil, "other bytes")
        #expect(wire(StoredTile(file: file, offset: 4_000, count: 2_000, checksum: checksum)) == nil, "the file ends before")
    }

    // MARK: - The service

    @Test(
        "A tile of an open pyramid is at hand with the same bytes, but not in another format", .enabled(if: canReadNow),
        arguments: [0, 16 << 20]) func pyramid(_ memory: Int) throws
    {
        let stage = try Stage()
        let record = try stage.record()
        let builder = try stage.service(memory: memory)
        let (key, png) = (try tileKey(tile(record)), try tileKey(tile(record, format: .png)))
        #expect(builder.atHand(key, of: record) == nil)
        let built = try get(builder, tile(record), record)
        waitForPyramid(builder, record)
        builder.shutDown()

        let service = try stage.service(memory: memory)
        defer { service.shutDown() }
        #expect(service.atHand(key, of: record) == nil, "the pyramid is not open")
        #expect(service.pyramidState(of: record) == .ready)
        let before = service.diskStatistics.hits
        #expect(service.atHand(key, of: record)?.wire == built.wire)
        #expect(service.atHand(key, of: record)?.wire == built.wire)
        #expect(service.diskStatistics.hits - before == (memory == 0 ? 2 : 1), "the second time from memory, where there is one")
        #expect(service.atHand(png, of: record) == nil)
        #expect(service.nativeTileCount == 0)
    }

    @Test("A damaged tile is not at hand, and a worker builds it anew", .enabled(if: canReadNow)) func damage() throws {
        let stage = try Stage()
        let record = try stage.record()
        let service = try stage.service(memory: 0)
        defer { service.shutDown() }
        let key = try tileKey(tile(record))
        let built = try get(service, tile(record), record)
        waitForPyramid(service, record)
        let path = service.pyramidPath(of: record)
        let stored = try #require(service.storedTile(key, of: record))
        let descriptor = open(path, O_WRONLY)
        var byte: UInt8 = 0
        #expect(pread(stored.file.descriptor, &byte, 1, stored.offset + stored.count / 2) == 1)
        byte ^= 1
        #expect(pwrite(descriptor, &byte, 1, stored.offset + stored.count / 2) == 1)
        close(descriptor)
        #expect(service.atHand(key, of: record) == nil)
        #expect(throws: TileError.self) { try get(service, tile(record), record) }
        #expect(try get(service, tile(record), record).wire == built.wire)
    }

    @Test("A tile of a tiled source is at hand after a worker has read it once", .enabled(if: canReadNow)) func native() throws {
        let stage = try Stage(tiff([(600, 300), (300, 150)], tileSize: 128, jpeg: NativeTilesTests.jpeg(128)))
        let record = try stage.record()
        let service = try stage.service(memory: 0)
        defer { service.shutDown() }
        let product = tile(record, record.grid.levelCount - 1, 1, 1)
        let key = try tileKey(product)
        #expect(service.atHand(key, of: record) == nil)
        let first = try get(service, product, record)
        #expect(service.nativeTileCount == 1)
        #expect(service.atHand(key, of: record)?.wire == first.wire)
        #expect(service.nativeTileCount == 2)
    }
}
