// The tile service from end to end: tiles and renditions, and where they come from.

@testable import Caching
import FailingReads
import Geometry
import Glibc
import Imaging
@testable import Library
import PyramidSupport
import System
import Testing
import TestSupport
@testable import Tiles
import Workers

@Suite struct TileServiceTests {
    init() { #expect(isLibraryStarted) }

    @Test("Every tile of the grid is served with its size") func everyTile() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        #expect(service.pyramidState(of: record) == .none)
        for level in 0..<record.grid.levelCount {
            for row in 0..<record.grid.rows(ofLevel: level) {
                for column in 0..<record.grid.columns(ofLevel: level) {
                    let image = try get(service, tile(record, level, column, row), record)
                    let rect = record.grid.tileRect(TileAddress(level: level, column: column, row: row))!
                    #expect(try size(image) == rect.size)
                    #expect(Array(image.wire[..<image.headCount]) == Array("jpg \(image.body.count)|".utf8))
                }
            }
        }
        waitForPyramid(service, record)
        #expect(service.pyramidState(of: record) == .ready)
        service.shutDown()
        #expect(service.buildCount == 0)
    }

    @Test("A tile has the same bytes when it is built, from memory and from the disk") func sameBytes() throws {
        let stage = try Stage()
        let record = try stage.record()
        let product = tile(record)
        let first = try stage.service()
        let built = try get(first, product, record)
        let key = try tileKey(product)
        #expect(first.memory[key]?.wire == built.wire)
        waitForPyramid(first, record)
        first.shutDown()
        let second = try stage.service(memory: 0)
        #expect(second.pyramidState(of: record) == .ready)
        #expect(try get(second, product, record).wire == built.wire)
        #expect(second.memory[key] == nil)
        second.shutDown()
    }

    @Test("A tile is prefetched without starting a build, and is in memory then") func prefetches() throws {
        let stage = try Stage()
        let record = try stage.record()
        let key = try tileKey(tile(record, 1))
        let first = try stage.service()
        let level = key.address.level
        #expect(!first.canPrefetch(record, level: level) && first.pyramidState(of: record) == .none)
        let bytes = try get(first, .tile(key), record).wire
        waitForPyramid(first, record)
        #expect(first.canPrefetch(record, level: level) && first.prefetch(key, of: record) {} == nil, "it is in memory already")
        first.shutDown()
        let second = try stage.service()
        let isOver = Shared(false)
        #expect(second.prefetch(key, of: record) { isOver.update { $0 = true } } != nil)
        #expect(isOver.wait { $0 })
        second.shutDown()
        #expect(second.memory.contains(key) && second.memory.prefetched == (0, 0))
        #expect(second.memory[key]?.wire == bytes && second.memory.prefetched == (1, 0))
    }

    @Test("A tile that is requested during its prefetch counts as used") func requestsDuringPrefetch() throws {
        let stage = try Stage()
        let record = try stage.record()
        let key = try tileKey(tile(record, 1))
        let first = try stage.service()
        _ = try get(first, .tile(key), record)
        waitForPyramid(first, record)
        let path = first.pyramidPath(of: record)
        first.shutDown()
        let second = try stage.service()
        let inode = try ImageSource(path: path).identity.inode
        failing_reads_hold(inode)
        let subscription = second.prefetch(key, of: record) {}
        #expect(comesTrue { second.queueDepth(of: .prefetch) == 0 }, "it has begun")
        let isThere = Shared(false)
        let other = second.product(.tile(key), of: record, lane: .wanted) { _ in isThere.update { $0 = true } }
        _ = failing_reads_disarm(inode)
        #expect(isThere.wait { $0 })
        withExtendedLifetime((subscription, other)) {}
        second.shutDown()
        #expect(second.memory.prefetched == (1, 0))
    }

    @Test("Prefetch occupies no worker") func prefetchOccupiesNoWorker() throws {
        let stage = try Stage()
        stage.folder.write("images/held.tif", tiff([(1_000, 800), (500, 400)], tileSize: 256))
        let (held, record) = (try stage.record("held.tif"), try stage.record())
        let service = try stage.service(workers: 1)
        _ = try get(service, tile(held, 2, 3, 3), held)
        failing_reads_hold(held.identity.inode)
        defer { _ = failing_reads_disarm(held.identity.inode) }
        let interests = (0..<12).map { number in
            let address = TileAddress(level: 2, column: number % 4, row: number / 4)
            return service.prefetch(TileKey(version: held.version, address: address, format: held.tileFormat)!, of: held) {}
        }
        #expect(comesTrue { service.queueDepth(of: .prefetch) < 12 }, "they have begun")
        #expect(try !get(service, tile(record), record).wire.isEmpty)
        for subscription in interests { subscription?.cancel() }
        #expect(service.queueDepth(of: .prefetch) == 0)
        _ = failing_reads_disarm(held.identity.inode)
        service.shutDown()
    }

    @Test("Other formats and renditions are kept as derivatives") func otherFormatsAndRenditions() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        #expect(try size(get(service, tile(record, 2, 2, 1, format: .png), record)) == PixelSize(width: 88, height: 44))
        let region = Rendition.region(
            PixelRect(x: 100, y: 50, width: 300, height: 200), size: PixelSize(width: 150, height: 100), quality: .default, format: .png)
        let product = Product.rendition(record.version, region)
        let image = try get(service, product, record)
        #expect(try size(image) == PixelSize(width: 150, height: 100))
        #expect(try get(service, product, record).wire == image.wire)
        let viewport = Rendition.viewport(
            canvas: PixelSize(width: 200, height: 400), place: Rect(x: 0, y: 150, width: 200, height: 100), format: .jpg, background: .white
        )
        #expect(try size(get(service, .rendition(record.version, viewport), record)) == PixelSize(width: 200, height: 400))
        service.shutDown()
        // It is kept after the answer has been given.
        #expect(access(stage.folder / ("cache/" + product.derivativeName), F_OK) == 0)
    }

    @Test("A thumbnail starts no build") func thumbnailBuildsNothing() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        #expect(try size(get(service, .rendition(record.version, .thumbnail(side: 100)), record)) == PixelSize(width: 100, height: 50))
        #expect(service.pyramidState(of: record) == .none)
        _ = try get(service, tile(record), record)
        #expect(try size(get(service, .rendition(record.version, .thumbnail(side: 90)), record)) == PixelSize(width: 90, height: 45))
        service.shutDown()
    }

    @Test("A thumbnail of one name has the same bytes beside a pyramid") func thumbnailsAreTheSameBesideAPyramid() throws {
        let stage = try Stage()
        let record = try stage.record()
        let product = Product.rendition(record.version, .thumbnail(side: 100))
        let first = try stage.service()
        let before = try get(first, product, record)
        first.shutDown()
        stage.folder.delete("cache/" + product.derivativeName)
        let second = try stage.service()
        _ = try get(second, tile(record), record)
        waitForPyramid(second, record)
        #expect(try get(second, product, record).wire == before.wire)
        second.shutDown()
    }

    @Test("Tiles of a source with levels are cut from it, without a build") func nativeTiles() throws {
        let stage = try Stage(tiff([(301, 201)], tileSize: 128))
        let service = try stage.service()
        let record = try stage.record()
        #expect(record.isNative && service.pyramidState(of: record) == .native)
        for level in 0..<record.grid.levelCount {
            for row in 0..<record.grid.rows(ofLevel: level) {
                for column in 0..<record.grid.columns(ofLevel: level) {
                    let rect = record.grid.tileRect(TileAddress(level: level, column: column, row: row))!
                    #expect(try size(get(service, tile(record, level, column, row), record)) == rect.size)
                }
            }
        }
        #expect(service.buildCount == 0)
        #expect(access(stage.folder / "cache/pyramids/\(record.version).szi", F_OK) != 0)
        service.shutDown()
    }

    @Test("Only the levels that the file lacks are built") func missingLevels() throws {
        let stage = try Stage(tiff([(990, 900)], tileSize: 128))
        let service = try stage.service()
        let record = try stage.record()
        #expect(!record.isNative && record.missingLevels == 0..<1)
        for level in 0..<record.grid.levelCount {
            let last = TileAddress(level: level, column: record.grid.columns(ofLevel: level) - 1, row: record.grid.rows(ofLevel: level) - 1)
            let image = try get(service, tile(record, level, last.column, last.row), record)
            #expect(try size(image) == record.grid.tileRect(last)?.size)
        }
        guard case .native = try service.pyramidFile(of: record) else {
            Issue.record("there is no whole pyramid")
            return
        }
        waitForPyramid(service, record)
        service.shutDown()
        let file = try ReadOnlyFile(path: stage.folder / "cache/pyramids/\(record.version).szi")
        let archive = try Archive(file.read(file.count, at: 0))
        #expect(archive.entries.keys.filter { $0.hasSuffix(".jpg") }.sorted() == (0...7).map { "pyramid/pyramid_files/\($0)/0_0.jpg" })
        let again = try stage.service(memory: 0)
        #expect(again.pyramidState(of: record) == .ready)
        #expect(try size(get(again, tile(record, 0), record)) == PixelSize(width: 124, height: 113))
        again.shutDown()
    }

    @Test("A file may lack levels between its largest and its smallest") func levelsMissingBetween() throws {
        let stage = try Stage(tiff([(4_000, 240), (125, 7)], tileSize: 128))
        let service = try stage.service()
        let record = try stage.record()
        #expect((0..<6).map { record.sourceLevel(for: $0) == nil } == [false, true, true, false, false, false])
        #expect(record.missingLevels == 0..<3 && record.buildLevel?.size == record.grid.size)
        for level in 0..<record.grid.levelCount {
            let image = try get(service, tile(record, level), record)
            #expect(try size(image) == record.grid.tileRect(TileAddress(level: level, column: 0, row: 0))?.size)
        }
        service.shutDown()
    }

    @Test("Many requests for one product are served by one render") func oneRenderForMany() throws {
        let stage = try Stage()
        let service = try stage.service(workers: 2)
        let record = try stage.record()
        let answers = Shared<[EncodedImage]>([])
        for _ in 0..<50 {
            _ = service.product(tile(record), of: record, lane: .wanted) { result in
                answers.update { if let image = try? result.get() { $0.append(image) } }
            }
        }
        #expect(answers.wait { $0.count == 50 })
        service.shutDown()
        let first = try #require(answers.value.first)
        #expect(answers.value.allSatisfy { $0.wire == first.wire })
    }

    @Test("Forgetting one image removes all of it and nothing of another") func forgets() throws {
        let stage = try Stage()
        stage.folder.write("images/b.ppm", ppm(width: 300, height: 300))
        let service = try stage.service()
        let (record, other) = (try stage.record(), try stage.record("b.ppm"))
        var before: [Product: [UInt8]] = [:]
        for record in [record, other] {
            for product in [tile(record, 0), tile(record, 0, format: .png), .rendition(record.version, .thumbnail(side: 50))] {
                before[product] = try get(service, product, record).wire
            }
            waitForPyramid(service, record)
        }
        func derivatives() -> Int { stage.cached("derivatives").flatMap { stage.cached("derivatives/\($0)") }.count }
        // Derivatives are kept after the answer has been given.
        let start = ContinuousClock.now
        while derivatives() < 4, start.duration(to: .now) < .seconds(60) { usleep(10_000) }
        #expect(derivatives() == 4 && stage.cached("pyramids").count == 2)
        service.forget(record.version)
        #expect(derivatives() == 2 && stage.cached("pyramids") == ["\(other.version).szi"])
        #expect(service.pyramidState(of: record) == .none && service.pyramidState(of: other) == .ready)
        for (product, _) in before {
            if case .tile(let key) = product { #expect((service.memory[key] == nil) == (key.version == record.version)) }
        }
        for (product, wire) in before where product.version == record.version {
            #expect(try get(service, product, record).wire == wire)
        }
        service.shutDown()
    }
}
