// Tiles that go out as they stand in their source.

@testable import Building
@testable import Caching
import Geometry
import Glibc
import Imaging
@testable import Library
import PyramidSupport
import System
import Testing
import TestSupport
@testable import Tiles

@Suite struct NativeTilesTests {
    init() { #expect(isLibraryStarted) }

    /// A tile of one colour.
    static func jpeg(_ side: Int, colour: UInt8 = 80) throws -> [UInt8] {
        let folder = TemporaryFolder()
        folder.write("tile.ppm", ppm(width: side, height: side, shade: colour))
        let file = try ImageSource(path: folder / "tile.ppm")
        return try file.thumbnail(ImageDescription.describe(file), side: side, quality: 80)
    }

    private func native(_ record: ImageRecord) throws -> NativeTiles {
        try #require(try ReaderStore(capacity: 64).nativeTiles(of: record))
    }

    private func address(_ record: ImageRecord, _ halvings: Int, _ column: Int, _ row: Int) -> TileAddress {
        TileAddress(level: record.grid.levelCount - 1 - halvings, column: column, row: row)
    }

    @Test("A tile is a stored tile after it was checked once") func aTileIsAtHandWhenItWasLookedAt() throws {
        let stage = try Stage(tiff([(600, 300), (300, 150)], tileSize: 128, jpeg: Self.jpeg(128)))
        let record = try stage.record()
        let native = try native(record)
        let place = address(record, 0, 1, 1)
        #expect(native.storedTile(place, .jpg) == nil)
        let bytes = try #require(try native.bytes(place, .jpg))
        let stored = try #require(native.storedTile(place, .jpg))
        #expect(try stored.read() == bytes)
        #expect(stored.prefix + bytes.suffix(stored.count) == bytes && !stored.prefix.isEmpty)
        // Another tile, another format, another level: not yet, or never.
        #expect(native.storedTile(address(record, 0, 0, 1), .jpg) == nil)
        #expect(native.storedTile(place, .png) == nil)
        #expect(try native.bytes(place, .png) == nil)
    }

    @Test("Edge tiles are cut in levels of the size of the grid, and rendered in others") func edges() throws {
        let stage = try Stage(tiff([(601, 299), (300, 149)], tileSize: 128, jpeg: Self.jpeg(128)))
        let record = try stage.record()
        let native = try native(record)
        func size(_ bytes: [UInt8]?) throws -> PixelSize {
            try TilesTests.size(EncodedImage(head: [], body: try #require(bytes)))
        }
        #expect(try size(native.bytes(address(record, 0, 4, 0), .jpg)) == PixelSize(width: 89, height: 128))
        #expect(try size(native.bytes(address(record, 0, 4, 2), .jpg)) == PixelSize(width: 89, height: 43))
        #expect(native.storedTile(address(record, 0, 4, 0), .jpg) == nil, "it does not stand in the file as it is sent")
        // Of 301 x 150 there are 300 x 149.
        #expect(try native.bytes(address(record, 1, 1, 0), .jpg) != nil)
        #expect(try native.bytes(address(record, 1, 2, 0), .jpg) == nil)
        #expect(try native.bytes(address(record, 1, 0, 1), .jpg) == nil)
        for outside in [(5, 0), (0, 3), (-1, 0), (0, -1), (Int.max, 0)] {
            #expect(native.storedTile(address(record, 0, outside.0, outside.1), .jpg) == nil)
            #expect(try native.bytes(address(record, 0, outside.0, outside.1), .jpg) == nil)
        }
        #expect(native.storedTile(TileAddress(level: 99, column: 0, row: 0), .jpg) == nil)
    }

    @Test("Only levels that match the grid pass through") func whichLevelsPass() throws {
        func passages(_ bytes: [UInt8]) throws -> [SourceLevel.Passthrough] {
            let record = try Stage(bytes).record()
            return (0..<record.grid.levelCount).reversed().map { record.passthrough(ofLevel: $0) }
        }
        let tile = PixelSize(width: 128, height: 128)
        let jpeg = try Self.jpeg(128)
        #expect(
            try passages(tiff([(1200, 600), (600, 300), (300, 150)], tileSize: 128, jpeg: jpeg)).prefix(3) == [
                .open(.jpg, tileSize: tile), .open(.jpg, tileSize: tile), .open(.jpg, tileSize: tile),
            ])
        // A slide's levels of 1 and 4: the one between is rendered.
        let slide = try passages(tiff([(1200, 600), (300, 150)], tileSize: 128, jpeg: jpeg))
        #expect(slide[0] == .open(.jpg, tileSize: tile) && slide[2] == .open(.jpg, tileSize: tile))
        #expect(slide[1] == .closed(because: "the file's level for it has 1200 x 600 pixels"))
        #expect(
            try passages(tiff([(300, 150)], tileSize: 128)).first == .closed(because: "its tiles are neither JPEG nor WebP (compression 1)")
        )
        #expect(try passages(ppm(width: 300, height: 150)).allSatisfy { $0 == .closed(because: "the file holds no such level") })
        // Tiles that the grid does not take over.
        let small = try passages(tiff([(300, 150)], tileSize: 64, jpeg: Self.jpeg(64)))
        #expect(small.first == .closed(because: "its tiles have 64 x 64 pixels"))
    }

    @Test("A pyramid holds the levels that the file lacks, and its build begins at the nearest level") func missingLevels() throws {
        func record(_ sizes: [(Int, Int)]) throws -> ImageRecord {
            try Stage(tiff(sizes.map { (width: $0.0, height: $0.1) }, tileSize: 128)).record()
        }
        // Of 4000, 2000, 1000, 500, 250 and 125 pixels.
        let single = try record([(4000, 100)])
        #expect(single.missingLevels == 0..<3 && single.buildLevel?.size == PixelSize(width: 4000, height: 100) && !single.isNative)
        let two = try record([(4000, 100), (2000, 50)])
        #expect(two.missingLevels == 0..<2 && two.buildLevel?.size == PixelSize(width: 2000, height: 50))
        let whole = try record([(4000, 100), (2000, 50), (1000, 25), (500, 12)])
        #expect(whole.missingLevels.isEmpty && whole.isNative)
        // 501 is not to be had from 1001 halved with ceil, nor from a third: the smallest level is shrunk.
        for sizes in [[(4003, 100), (2001, 50), (1000, 25)], [(4000, 100), (1333, 33)]] { #expect(try record(sizes).isNative) }
        let plain = try Stage().record()
        #expect(plain.missingLevels == 0..<plain.grid.levelCount && plain.buildLevel == nil)
    }

    @Test("The service counts passthrough tiles and keeps none of them on the disk") func theServiceSendsThem() throws {
        let stage = try Stage(tiff([(600, 300), (300, 150), (150, 75)], tileSize: 128, jpeg: Self.jpeg(128)))
        let service = try stage.service(memory: 0)
        let record = try stage.record()
        let image = try get(service, tile(record, 3, 1, 1), record)
        #expect(Array(image.body) == (try native(record).bytes(TileAddress(level: 3, column: 1, row: 1), .jpg)))
        #expect(service.nativeTileCount == 1)
        _ = try get(service, tile(record, 3, 4, 2), record)
        #expect(service.nativeTileCount == 2)
        _ = try get(service, tile(record, 3, 1, 1, format: .png), record)
        #expect(service.nativeTileCount == 2)
        service.shutDown()
        #expect(access(stage.folder / "cache/\(tile(record, 3, 1, 1).derivativeName)", F_OK) != 0)
    }

    @Test("Changed bytes under unchanged times are an error") func bytesThatChangedUnseen() throws {
        let stage = try Stage(tiff([(600, 300)], tileSize: 128, jpeg: Self.jpeg(128)))
        let record = try stage.record()
        let native = try native(record)
        let place = address(record, 0, 0, 0)
        _ = try native.bytes(place, .jpg)
        let stored = try #require(native.storedTile(place, .jpg))
        var times = [timespec(), timespec()]
        times[1] = timespec(tv_sec: record.identity.modified / 1_000_000_000, tv_nsec: record.identity.modified % 1_000_000_000)
        let descriptor = open(record.location, O_WRONLY)
        #expect(pwrite(descriptor, [0xff, 0xff], 2, stored.offset + stored.count / 2) == 2)
        #expect(futimens(descriptor, times) == 0)
        close(descriptor)
        #expect(throws: (any Error).self) { try stored.read() }
        #expect(throws: ImagingError.changedWhileReading) { try native.bytes(place, .jpg) }
    }

    @Test("A damaged tile is an error for that tile alone") func damage() throws {
        var bytes = try tiff([(600, 300)], tileSize: 128, jpeg: Self.jpeg(128))
        let count = try Self.jpeg(128).count
        // The second tile's end.
        bytes.replaceSubrange(8 + 2 * count - 4..<8 + 2 * count, with: [0, 0, 0, 0])
        let stage = try Stage(bytes)
        let service = try stage.service()
        let record = try stage.record()
        for _ in 0..<2 {
            #expect(throws: TileError.self) { try get(service, tile(record, 3, 1, 0), record) }
            _ = try get(service, tile(record, 3, 0, 0), record)
            _ = try get(service, tile(record, 3, 2, 0), record)
        }
        service.shutDown()
    }

    @Test("The least recently used source is closed") func filesThatAreOpen() throws {
        let folder = TemporaryFolder()
        let bytes = try tiff([(128, 128)], tileSize: 128, jpeg: Self.jpeg(128))
        for index in 0..<70 { folder.write("images/\(index).tif", bytes) }
        let library = try ImageLibrary(
            folder: folder / "images", parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: ""))
        let store = ReaderStore(capacity: 64)
        let records = try (0..<70).map { try library.record("\($0).tif") }
        for record in records {
            _ = try store.nativeTiles(of: record)
            #expect(store.nativeTiles(of: records[0].version) != nil, "the first one is in use all the time")
        }
        #expect(records.filter { store.nativeTiles(of: $0.version) != nil }.count == 64)
        #expect(store.nativeTiles(of: records[1].version) == nil && store.nativeTiles(of: records[69].version) != nil)
        store.forget(records[69].version)
        #expect(store.nativeTiles(of: records[69].version) == nil)
    }
}
