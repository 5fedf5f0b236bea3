// The tile service in trouble: work that nobody wants, too much of it, damage, and the end.

@testable import Building
import FailingReads
import Geometry
import Glibc
import Imaging
@testable import Library
import PyramidSupport
import Testing
import TestSupport
@testable import Tiles
import Workers

@Suite struct TileServiceTroubleTests {
    init() { #expect(isLibraryStarted) }

    @Test("A cancelled product is dropped before it is made") func cancelled() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        // More than there are threads: what is asked for waits behind them.
        let isOpen = Shared(false)
        for _ in 0..<8 { _ = service.workers.submit(.wanted) { isOpen.wait { $0 } } }
        let calls = Shared<[String]>([])
        let first = service.product(tile(record), of: record, lane: .wanted) { _ in calls.update { $0.append("first") } }
        let second = service.product(tile(record, 1), of: record, lane: .wanted) { _ in calls.update { $0.append("second") } }
        first.cancel()
        isOpen.update { $0 = true }
        #expect(calls.wait { !$0.isEmpty })
        second.cancel()
        service.shutDown()
        #expect(calls.value == ["second"])
        let (dropped, made) = (try tileKey(tile(record)), try tileKey(tile(record, 1)))
        #expect(service.memory[dropped] == nil && service.memory[made] != nil, "a product without waiters is not made")
    }

    @Test("A full queue is an error at once") func overloaded() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        let isOpen = Shared(false)
        while service.workers.submit(.viewport, { isOpen.wait { $0 } }) != nil {}
        let answer = Shared("")
        let product = Product.rendition(record.version, .thumbnail(side: 10))
        _ = service.product(product, of: record, lane: .viewport) { result in
            if case .failure(.overloaded) = result { answer.update { $0 = "overloaded" } }
        }
        #expect(answer.value == "overloaded", "told at once")
        isOpen.update { $0 = true }
        #expect(try size(get(service, product, record)) == PixelSize(width: 10, height: 5))
        service.shutDown()
    }

    @Test("A damaged source is an error, and is decoded once") func damagedSource() throws {
        let stage = try Stage(Array(ppm(width: 600, height: 300).dropLast(100_000)))
        let service = try stage.service()
        let record = try stage.record()
        for _ in 0..<2 {
            guard case .source(.damaged)? = #expect(throws: TileError.self, performing: { try get(service, tile(record), record) }) else {
                Issue.record("not damaged")
                return
            }
        }
        guard case .failed = service.pyramidState(of: record) else {
            Issue.record("\(service.pyramidState(of: record))")
            return
        }
        service.shutDown()
    }

    @Test("A replaced source gives no tile under its old version") func changedSource() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        stage.folder.write("images/a.ppm", ppm(width: 300, height: 600))
        let error = #expect(throws: TileError.self) { try get(service, tile(record), record) }
        guard case .source(.changedWhileReading)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let new = try stage.record()
        #expect(try size(get(service, tile(new, 2, 1, 2), new)) == PixelSize(width: 44, height: 88))
        service.shutDown()
    }

    @Test("A damaged pyramid in the cache is built again and never served") func damagedPyramid() throws {
        let stage = try Stage()
        let record = try stage.record()
        let first = try stage.service()
        let built = try get(first, tile(record), record)
        waitForPyramid(first, record)
        first.shutDown()
        stage.folder.write("cache/pyramids/\(record.version).szi", Array("no zip".utf8))
        let second = try stage.service()
        #expect(try get(second, tile(record), record).wire == built.wire)
        second.shutDown()
    }

    // MARK: - Memory to decode

    @Test("An image whose decoder needs too much memory is refused") func tooMuchMemory() throws {
        let stage = try Stage(gif(width: 600, height: 300))
        let service = try stage.service(decodeMemory: 1_000)
        let record = try stage.record()
        #expect(record.description.decodeBytes > 600 * 300)
        for product in [tile(record), .rendition(record.version, .thumbnail(side: 10))] {
            let error = #expect(throws: TileError.self) { try get(service, product, record) }
            #expect(error == .source(.needsMemory(bytes: record.description.decodeBytes, limit: 1_000)))
        }
        #expect(throws: TileError.self) { try service.pyramidFile(of: record) }
        service.shutDown()
    }

    @Test(
        "Long rows and their strips take memory, and too much is refused before anything is read",
        arguments: [(20_000, 20_000, 0..<1), (60_000, 20_000, 1..<(64 << 20)), (1_000_000, 2_000, 4 << 30..<6 << 30)])
    func longRows(_ width: Int, _ height: Int, _ needs: Range<Int>) throws {
        let stage = try Stage()
        let header = Array("P6\n\(width) \(height)\n255\n".utf8)
        stage.folder.write("images/wide.ppm", header)
        // Nothing of it is on the disk.
        #expect(truncate(stage.folder / "images/wide.ppm", header.count + width * height * 3) == 0)
        let parameters = ImageLibrary.Parameters(tiles: TilePolicy(tileSize: 512), maxSourcePixels: .max, fingerprint: "")
        let record = try ImageLibrary.record(at: stage.folder / "images/wide.ppm", parameters)
        #expect(needs.contains(PyramidBuilder(encoders: 1).need(of: record, level: nil)))
        guard needs.lowerBound > 2 << 30 else { return }
        let service = try stage.service(decodeMemory: 1 << 30)
        for product in [tile(record, 0), .rendition(record.version, .thumbnail(side: 10))] {
            #expect(throws: TileError.self) { try get(service, product, record) }
        }
        let error = #expect(throws: TileError.self) { try service.pyramidFile(of: record) }
        guard case .source(.needsMemory(_, 1 << 30))? = error else {
            Issue.record("\(String(describing: error)) is not the limit of memory")
            return service.shutDown()
        }
        service.shutDown()
    }

    @Test("A region that needs too much memory is refused before a build") func regionsTakeMemory() throws {
        let stage = try Stage()
        let header = Array("P6\n20000 20000\n255\n".utf8)
        stage.folder.write("images/large.ppm", header)
        // Nothing of it is on the disk.
        #expect(truncate(stage.folder / "images/large.ppm", header.count + 1_200_000_000) == 0)
        let parameters = ImageLibrary.Parameters(tiles: TilePolicy(tileSize: 256), maxSourcePixels: .max, fingerprint: "")
        let record = try ImageLibrary.record(at: stage.folder / "images/large.ppm", parameters)
        let service = try stage.service(decodeMemory: 150 << 20)
        for (format, bytes) in [(ImageFormat.jpg, 32 * 32 * 65_536 * 3), (.png, 8_000 * 8_000 * 3)] {
            let region = Rendition.region(
                PixelRect(x: 0, y: 0, width: 8_000, height: 8_000), size: PixelSize(width: 8_000, height: 8_000), quality: .default,
                format: format)
            guard
                case .source(.needsMemory(bytes, 157_286_400))? = #expect(
                    throws: TileError.self, performing: { try get(service, .rendition(record.version, region), record) })
            else {
                Issue.record("\(format)")
                continue
            }
        }
        #expect(service.buildProgress(of: record) == nil)
        service.shutDown()
    }

    // MARK: - Files that cannot be read at the moment

    @Test("One worker opens a slow file for all requests") func oneWorkerOpensAFile() throws {
        let stage = try Stage()
        stage.folder.write("images/held.tif", tiff([(1_000, 800), (500, 400)], tileSize: 256))
        let held = try stage.record("held.tif")
        let service = try stage.service(workers: 1, memory: 0)
        failing_reads_hold(held.identity.inode)
        defer { _ = failing_reads_disarm(held.identity.inode) }
        let asked = (0..<4).map { ask(service, tile(held, 2, $0, 0), held) }
        let record = try stage.record()
        #expect(try !get(service, tile(record), record).wire.isEmpty)
        asked[3].subscription.cancel()
        #expect(asked.allSatisfy { $0.answer.value == nil })
        _ = failing_reads_disarm(held.identity.inode)
        for (answer, _) in asked[..<3] {
            #expect(answer.wait { $0 != nil })
            #expect((try? answer.value?.get()) != nil)
        }
        #expect(asked[3].answer.value == nil)
        service.shutDown()
    }

    @Test("A thumbnail without waiters stops decoding, and one that is wanted again is made", arguments: [false, true])
    func aThumbnailThatIsLeft(isWantedAgain: Bool) throws {
        let stage = try Stage()
        let record = try stage.record()
        let service = try stage.service()
        let product = Product.rendition(record.version, .thumbnail(side: 100))
        failing_reads_hold(record.identity.inode)
        defer { _ = failing_reads_disarm(record.identity.inode) }
        let (left, subscription) = ask(service, product, record)
        #expect(left.wait { _ in service.workers.depth(of: .wanted) == 0 })
        subscription.cancel()
        let again = isWantedAgain ? ask(service, product, record) : nil
        _ = failing_reads_disarm(record.identity.inode)
        if let again {
            #expect(again.answer.wait { $0 != nil })
            #expect((try? again.answer.value?.get()) != nil)
        }
        #expect(try size(get(service, product, record)) == PixelSize(width: 100, height: 50))
        #expect(left.value == nil)
        service.shutDown()
    }

    @Test("A thumbnail waits without a worker for the memory of a build") func waitingForMemory() throws {
        let stage = try Stage(gif(width: 600, height: 300))
        stage.folder.write("images/b.gif", try gif(width: 600, height: 300))
        let (record, other) = (try stage.record(), try stage.record("b.gif"))
        let builder = HeldBuilder(limit: 0)
        let service = try stage.service(decodeMemory: record.description.decodeBytes, builder: builder)
        let (answer, _) = ask(service, tile(record, 0), record)
        #expect(builder.begun.wait { $0.count == 1 })
        let (thumbnail, _) = ask(service, .rendition(other.version, .thumbnail(side: 10)), other)
        let (second, subscription) = ask(service, .rendition(other.version, .thumbnail(side: 20)), other)
        // Behind them in the queue of the one worker.
        _ = try get(service, tile(record, 2, 0, 0), record)
        #expect(thumbnail.value == nil && answer.value == nil)
        subscription.cancel()
        builder.limit.update { $0 = 2 }
        #expect(thumbnail.wait { $0 != nil } && answer.wait { $0 != nil })
        #expect(try size(thumbnail.value!.get()) == PixelSize(width: 10, height: 5))
        #expect(try size(get(service, .rendition(other.version, .thumbnail(side: 20)), other)) == PixelSize(width: 20, height: 10))
        #expect(second.value == nil)
        service.shutDown()
    }

    @Test("A tile outside the grid is an error") func outsideTheGrid() throws {
        let stage = try Stage()
        let service = try stage.service()
        let record = try stage.record()
        for product in [tile(record, 3), tile(record, 2, 3, 0), tile(record, 0, 0, 1)] {
            #expect(throws: TileError.self) { try get(service, product, record) }
        }
        service.shutDown()
    }

    @Test("Shutting down leaves no temporary file") func endsAndLeavesNothing() throws {
        weak var weakService: TileService?
        let stage = try Stage()
        do {
            let service = try stage.service()
            weakService = service
            let record = try stage.record()
            _ = try get(service, tile(record), record)
            service.shutDown()
            let answer = Shared(false)
            _ = service.product(tile(record, 1), of: record, lane: .wanted) { result in
                if case .failure = result { answer.update { $0 = true } }
            }
            #expect(answer.value, "too late")
        }
        #expect(weakService == nil)
        let building = try #require(opendir(stage.folder / "cache/building"))
        defer { closedir(building) }
        var entries = 0
        while readdir(building) != nil { entries += 1 }
        #expect(entries == 2, "nothing but . and ..")
    }
}
