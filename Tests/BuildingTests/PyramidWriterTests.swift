// Pyramids as they are written: read while they grow, and when they are whole, by us and by a reader of another make.

@testable import Building
@testable import Caching
import Geometry
import Glibc
import Imaging
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport
import Workers

@Suite struct PyramidWriterTests {
    private let folder = TemporaryFolder()
    static let grid = PyramidGrid(size: PixelSize(width: 1_501, height: 999), tileSize: 64)

    private func writer(
        _ grid: PyramidGrid = grid, name: String = "scan", format: ImageFormat = .jpg, start: Int = 0, sizes: Shared<[Int]> = Shared([])
    ) throws -> PyramidWriter {
        let file = try CacheFolder(root: folder / "cache").makeFile(for: "pyramids/a.szi")
        return try PyramidWriter(
            to: file, name: name, grid: grid, format: format, live: LivePyramid(DeepZoomLayout(grid)), start: start
        ) { count in sizes.update { $0.append(count) } }
    }

    private func publish(_ writer: PyramidWriter) throws -> String {
        #expect(try writer.file.publish(as: folder / "a.szi", replacing: false))
        return folder / "a.szi"
    }

    /// A tile of some length and content, others for each.
    private func contents(_ tile: TileAddress) -> [UInt8] {
        let number = tile.level * 7_919 + tile.column * 104_729 + tile.row * 1_299_709
        return [UInt8](repeating: UInt8(number % 251), count: 1 + number % 20_011) + NamedTiles.contents(tile)
    }

    @Test("Several threads write one whole archive", arguments: ["scan", "Azulejos à moda do Porto 瓷砖"]) func severalThreads(_ name: String)
        throws
    {
        let sizes = Shared<[Int]>([])
        let writer = try writer(name: name, format: .png, sizes: sizes)
        let layout = DeepZoomLayout(Self.grid)
        var tiles: [TileAddress] = []
        layout.forEach { _, tile in tiles.append(tile) }
        let threads = (0..<3).compactMap { [tiles] number in
            SystemThread {
                let batch = writer.makeBatch()
                for index in stride(from: number, to: tiles.count, by: 3) {
                    do { try NamedTiles.append(tiles[index], to: batch, contents(tiles[index])) } catch { Issue.record(error) }
                }
                do { try batch.flush() } catch { Issue.record(error) }
            }
        }
        for thread in threads { thread.join() }
        let pyramid = try writer.finish()
        let path = try publish(writer)

        let bytes = try ReadOnlyFile(path: path).read(pyramid.byteCount, at: 0)
        #expect(sizes.value.max() == bytes.count)
        #expect(throws: SystemError.self) { try pyramid.file.read(bytes.count + 1, at: 0) }
        let archive = try Archive(bytes)
        #expect(archive.entries.count == tiles.count + 2)
        for tile in tiles {
            let entry = archive.entries["\(name)/\(name)_files/\(tile.level)/\(tile.column)_\(tile.row).png"]
            let isSame = entry == contents(tile)
            #expect(isSame)
        }
        let descriptor = String(decoding: try #require(archive.entries["\(name)/\(name).dzi"]), as: UTF8.self)
        #expect(descriptor.contains(#"Width="1501""#) && descriptor.contains(#"Height="999""#) && descriptor.contains(#"TileSize="64""#))
        #expect(archive.entries["\(name)/scan-properties.xml"] != nil)

        let opened = try PyramidFile(path: path, grid: Self.grid, format: .png)
        #expect(opened.byteCount == bytes.count)
        #expect(try opened.directoryDigest() == pyramid.directoryDigest())
        for tile in tiles where tile.level >= Self.grid.deepZoomLevelsBelow {
            let address = TileAddress(level: tile.level - Self.grid.deepZoomLevelsBelow, column: tile.column, row: tile.row)
            let (own, found) = try (pyramid.storedTile(address)?.read(), opened.storedTile(address)?.read())
            let isSame = own == found && found == contents(tile)
            #expect(isSame)
        }
    }

    @Test("A tile can be read as soon as its batch is written, and not before") func whileItIsWritten() throws {
        let grid = SamplePyramid.grid
        let writer = try writer(grid)
        let batch = writer.makeBatch()
        for address in SamplePyramid.addresses {
            let tile = TileAddress(level: address.level + 8, column: address.column, row: address.row)
            try NamedTiles.append(tile, to: batch)
            #expect(writer.live.storedTile(address) == nil)
            try batch.flush()
            #expect(try writer.live.storedTile(address)?.read() == NamedTiles.contents(tile))
        }
        #expect(throws: PyramidFileError.self) { try writer.finish() }
        for level in 0..<8 { try NamedTiles.append(TileAddress(level: level, column: 0, row: 0), to: batch) }
        #expect(throws: PyramidFileError.self) { try writer.finish() }
        try batch.flush()
        let pyramid = try writer.finish()
        for address in SamplePyramid.addresses {
            #expect(try pyramid.storedTile(address)?.read() == writer.live.storedTile(address)?.read())
        }
    }

    @Test("A full batch writes itself, and a tile larger than a batch has room") func fullBatches() throws {
        let writer = try writer(SamplePyramid.grid)
        func read(_ level: Int, _ column: Int) throws -> [UInt8]? {
            try writer.live.storedTile(TileAddress(level: level, column: column, row: 0))?.read()
        }
        let batch = writer.makeBatch()
        let large = [UInt8](repeating: 3, count: 1_200_000)
        try NamedTiles.append(TileAddress(level: 10, column: 0, row: 0), to: batch, large)
        #expect(try read(2, 0) == nil)
        try NamedTiles.append(TileAddress(level: 10, column: 1, row: 0), to: batch, large)
        let areWritten = try read(2, 0) == large && read(2, 1) == large
        #expect(areWritten, "two megabytes are enough")
        try NamedTiles.append(TileAddress(level: 9, column: 1, row: 0), to: batch, [5])
        #expect(try read(1, 1) == nil)
        let huge = [UInt8](repeating: 4, count: 7_000_000)
        try NamedTiles.append(TileAddress(level: 9, column: 0, row: 0), to: batch, huge)
        let isWritten = try read(1, 0) == huge
        #expect(isWritten)
        #expect(try read(1, 1) == [5])
    }

    @Test("Offsets beyond 32 bits are written as zip64", arguments: [0xFFFF_FFFF - 3_000, 0xFFFF_FFFF - 200, 5 << 30]) func farOffsets(
        _ start: Int
    ) throws {
        let writer = try writer(SamplePyramid.grid, start: start)
        let batch = writer.makeBatch()
        try DeepZoomLayout(SamplePyramid.grid).forEach { _, tile in try NamedTiles.append(tile, to: batch) }
        try batch.flush()
        let written = try writer.finish()
        let pyramid = try PyramidFile(path: publish(writer), grid: SamplePyramid.grid, format: .jpg)
        #expect(try pyramid.directoryDigest() == written.directoryDigest())
        for address in SamplePyramid.addresses {
            let tile = TileAddress(level: address.level + 8, column: address.column, row: address.row)
            #expect(try pyramid.storedTile(address)?.read() == NamedTiles.contents(tile))
        }
    }

    @Test("More entries than 16 bits count are written as zip64") func manyTiles() throws {
        let grid = PyramidGrid(size: PixelSize(width: 500, height: 400), tileSize: 2)
        let writer = try writer(grid)
        let batch = writer.makeBatch()
        try DeepZoomLayout(grid).forEach { _, tile in try NamedTiles.append(tile, to: batch) }
        try batch.flush()
        let count = try writer.finish().byteCount
        let path = try publish(writer)
        let archive = try Archive(ReadOnlyFile(path: path).read(count, at: 0))
        #expect(archive.entries.count == DeepZoomLayout(grid).count + 2 && archive.entries.count > 65_535)
        let pyramid = try PyramidFile(path: path, grid: grid, format: .jpg)
        let last = TileAddress(level: grid.levelCount - 1, column: 249, row: 199)
        #expect(try pyramid.storedTile(last)?.read() == NamedTiles.contents(TileAddress(level: 9, column: 249, row: 199)))
    }

    @Test("Two orders of the same tiles have different digests") func digestsTellOrdersApart() throws {
        func digest(_ reversed: Bool) throws -> String {
            let writer = try writer(SamplePyramid.grid)
            let batch = writer.makeBatch()
            var tiles: [TileAddress] = []
            DeepZoomLayout(SamplePyramid.grid).forEach { _, tile in tiles.append(tile) }
            for tile in reversed ? tiles.reversed() : tiles { try NamedTiles.append(tile, to: batch) }
            try batch.flush()
            return try writer.finish().directoryDigest()
        }
        #expect(try digest(false) == digest(false))
        #expect(try digest(false) != digest(true))
    }

    @Test("A full disk is an error with the system's reason, and written tiles stay readable") func aFullDisk() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 10_000, rlim_max: rlim_t.max)
            guard setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0 else { exit(1) }
            let writer = try PyramidWriterTests().writer(SamplePyramid.grid)
            let batch = writer.makeBatch()
            try NamedTiles.append(TileAddress(level: 10, column: 0, row: 0), to: batch)
            try batch.flush()
            try NamedTiles.append(TileAddress(level: 10, column: 1, row: 0), to: batch, [UInt8](repeating: 1, count: 20_000))
            do throws(ImagingError) {
                try batch.flush()
                exit(2)
            } catch {
                guard case .io(let reason) = error, reason.contains("File too large"), writer.failure != nil else { exit(3) }
            }
            let tile = TileAddress(level: 2, column: 0, row: 0)
            guard writer.live.storedTile(TileAddress(level: 2, column: 1, row: 0)) == nil,
                try writer.live.storedTile(tile)?.read() == NamedTiles.contents(TileAddress(level: 10, column: 0, row: 0))
            else { exit(4) }
            exit(0)
        }
    }
}
