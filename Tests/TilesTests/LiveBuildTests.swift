// Pyramids that are served while they are built, and what can go wrong meanwhile.

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

@Suite struct LiveBuildTests {
    /// Of five rows of tiles.
    private let stage: Stage
    private let record: ImageRecord
    /// Goes no further than one row, until it may.
    private let builder = HeldBuilder(limit: 0)

    init() throws {
        #expect(isLibraryStarted)
        stage = try Stage(Self.picture, tileSize: 64)
        record = try stage.record()
    }

    /// Every row another grey.
    private static let picture: [UInt8] =
        Array("P5\n600 300\n255\n".utf8) + (0..<300).flatMap { row in [UInt8](repeating: UInt8(row % 256), count: 600) }

    private func region(_ rect: PixelRect) -> Product {
        .rendition(record.version, .region(rect, size: rect.size, quality: .default, format: .jpg))
    }

    private func letGo() { builder.limit.update { $0 = 2 } }

    private func waitFor(_ answer: Answer) throws -> EncodedImage {
        try #require(answer.wait { $0 != nil })
        return try answer.value!.get()
    }

    // MARK: - Serving

    @Test("Tiles of the first rows are answered before the rest is decoded, with their final bytes") func tilesAsSoonAsTheyAreWritten()
        throws
    {
        let service = try stage.service(workers: 2, memory: 0, builder: builder)
        let (last, _) = ask(service, tile(record, 4, 9, 4), record)
        let (overview, _) = ask(service, tile(record, 0), record)
        var early: [Int: [UInt8]] = [:]
        for column in 0..<10 { early[column] = try get(service, tile(record, 4, column, 0), record).wire }
        #expect(last.value == nil && overview.value == nil)
        // Other threads than the one that tells how far it is write tiles.
        #expect(comesTrue { service.pyramidState(of: record) == .building(progress: 0.2) } && service.buildCount == 1)
        #expect(stage.cached("pyramids") == [], "it has no name yet")
        letGo()
        _ = try waitFor(last)
        _ = try waitFor(overview)
        waitForPyramid(service, record)
        for column in 0..<10 { #expect(try get(service, tile(record, 4, column, 0), record).wire == early[column]) }
        #expect(builder.begun.value == ["a.ppm"])
        service.shutDown()
        #expect(stage.cached("pyramids") == ["\(record.version).szi"])
    }

    @Test("Regions wait only for the tiles that they are cut from, and thumbnails for none") func regionsAndThumbnails() throws {
        let service = try stage.service(workers: 2, builder: builder)
        let (whole, _) = ask(service, region(PixelRect(x: 0, y: 0, width: 600, height: 300)), record)
        let (crossing, _) = ask(service, region(PixelRect(x: 10, y: 60, width: 50, height: 10)), record)
        let top = try get(service, region(PixelRect(x: 100, y: 5, width: 300, height: 50)), record)
        #expect(try size(top) == PixelSize(width: 300, height: 50))
        let thumbnail = try get(service, .rendition(record.version, .thumbnail(side: 60)), record)
        #expect(try size(thumbnail) == PixelSize(width: 60, height: 30))
        #expect(whole.value == nil && crossing.value == nil)
        builder.limit.update { $0 = 0.3 }
        #expect(try size(waitFor(crossing)) == PixelSize(width: 50, height: 10))
        #expect(whole.value == nil)
        letGo()
        #expect(try size(waitFor(whole)) == PixelSize(width: 600, height: 300))
        service.shutDown()
    }

    @Test("A written tile is known as a stored tile without a look at the disk") func storedTiles() throws {
        let service = try stage.service(builder: builder)
        let (key, late) = (try tileKey(tile(record, 4, 3, 0)), try tileKey(tile(record, 4, 3, 4)))
        let other = try tileKey(tile(record, 4, 3, 0, format: .png))
        #expect(service.storedTile(key, of: record) == nil)
        let first = try get(service, .tile(key), record)
        #expect(try service.storedTile(key, of: record)?.read() == Array(first.body))
        #expect(service.storedTile(late, of: record) == nil && service.storedTile(other, of: record) == nil)
        letGo()
        _ = try get(service, .tile(late), record)
        #expect(try service.storedTile(key, of: record)?.read() == Array(first.body))
        service.shutDown()
    }

    @Test("Listeners receive the progress and the end of a build") func listening() throws {
        let service = try stage.service(builder: builder)
        let heard = Shared<[String]>([])
        let listener: @Sendable (PyramidEvent) -> Void = { event in
            heard.update { heard in
                switch event {
                case .none: heard.append("none")
                case .progress(let share): heard.append("\(share)")
                case .ready: heard.append("ready")
                case .failed: heard.append("failed")
                }
            }
        }
        let subscription = service.listen(to: record, listener)
        let left = service.listen(to: record) { _ in heard.update { $0.append("left") } }
        left.cancel()
        #expect(heard.value == ["none", "left"], "nothing is built, and listening builds nothing")
        let (answer, _) = ask(service, tile(record, 0), record)
        #expect(heard.wait { $0.last == "0.2" })
        let late = Shared<Double?>(nil)
        let second = service.listen(to: record) { event in if case .progress(let share) = event { late.update { $0 = $0 ?? share } } }
        #expect(late.value == 0.2, "told at once")
        letGo()
        _ = try waitFor(answer)
        #expect(heard.wait { $0.last == "ready" })
        let count = heard.value.count
        _ = service.listen(to: record, listener)
        #expect(heard.value.count == count + 1 && heard.value.last == "ready")
        #expect(heard.value.prefix(4) == ["none", "left", "0.0", "0.2"])
        withExtendedLifetime((subscription, second)) {}
        service.shutDown()
    }

    @Test("A pyramid can be downloaded when its build has ended") func downloads() throws {
        let service = try stage.service(builder: builder)
        guard case .building(progress: 0) = try service.pyramidFile(of: record) else {
            Issue.record("not begun")
            return
        }
        // Nobody waits, and yet it is built.
        letGo()
        #expect(builder.ended.wait { $0.count == 1 })
        service.shutDown()
        let path = stage.folder / "cache/pyramids/\(record.version).szi"
        let file = try ReadOnlyFile(path: path)
        var tags: [String] = []
        for _ in 0..<2 {
            let service = try stage.service()
            guard case .file(let download) = try service.pyramidFile(of: record) else {
                Issue.record("not there")
                return
            }
            #expect(download.byteCount == file.count)
            #expect(try download.read(0..<file.count) == file.read(file.count, at: 0))
            #expect(try download.read(100..<200) == file.read(100, at: 100))
            tags.append(download.entityTag)
            service.shutDown()
        }
        #expect(tags[0] == tags[1] && tags[0].hasPrefix("\"\(record.version)-") && tags[0].utf8.count == 67)
        #expect(try Archive(file.read(file.count, at: 0)).entries["pyramid/pyramid.dzi"] != nil)
    }

    // MARK: - Giving up

    @Test("Builds without waiters give way and leave no file") func abandoned() throws {
        let service = try stage.service(workers: 2, builder: builder)
        for name in ["b.ppm", "c.ppm"] { stage.folder.write("images/\(name)", Self.picture) }
        let (_, subscription) = ask(service, tile(record, 0), record)
        let second = try stage.record("b.ppm")
        let (other, _) = ask(service, tile(second, 0), second)
        #expect(builder.begun.wait { $0.count == 2 })
        subscription.cancel()
        let third = try stage.record("c.ppm")
        _ = try get(service, tile(third, 4, 0, 0), third)
        #expect(builder.ended.value == ["a.ppm"])
        #expect(service.pyramidState(of: record) == .none && other.value == nil)
        letGo()
        _ = try waitFor(other)
        // Until these are done there is no room for another, and one of them would give way again.
        for record in [second, third] { waitForPyramid(service, record) }
        _ = try get(service, tile(record, 0), record)
        waitForPyramid(service, record)
        service.shutDown()
        #expect(stage.cached("pyramids").count == 3)
    }

    @Test("Shutting down ends builds and their waiters") func theEnd() throws {
        let service = try stage.service(builder: builder)
        let (answer, _) = ask(service, tile(record, 0), record)
        #expect(builder.begun.wait { $0.count == 1 })
        service.shutDown()
        guard case .failure(.stopping)? = answer.value else {
            Issue.record("\(String(describing: answer.value))")
            return
        }
        #expect(stage.cached("pyramids") == [] && stage.cached("building").count == 1)
        withExtendedLifetime(service) {}
    }

    // MARK: - Bad sources

    @Test("Tiles above the damage are served, and the failed build is not repeated") func damaged() throws {
        let stage = try Stage(Array(Self.picture.dropLast(30_000)), tileSize: 64)
        let record = try stage.record()
        let service = try stage.service(builder: builder)
        let (last, _) = ask(service, tile(record, 4, 0, 4), record)
        _ = try get(service, tile(record, 4, 0, 0), record)
        letGo()
        #expect(last.wait { $0 != nil })
        guard case .failure(.source(.damaged))? = last.value else {
            Issue.record("\(String(describing: last.value))")
            return
        }
        #expect(throws: TileError.self) { try get(service, tile(record, 4, 1, 0), record) }
        #expect(throws: TileError.self) { try service.pyramidFile(of: record) }
        #expect(service.pyramidState(of: record) == .failed && builder.begun.value.count == 1)
        let heard = Shared<[String]>([])
        _ = service.listen(to: record) { event in if case .failed(.source(.damaged)) = event { heard.update { $0.append("failed") } } }
        #expect(heard.value == ["failed"])
        service.shutDown()
        #expect(stage.cached("pyramids") == [])
    }

    @Test(
        "A source that changes during its build gets no pyramid, and its new state gets one",
        arguments: ["replaced", "deleted", "shrunk", "grown", "touched"]) func changed(_ change: String) throws
    {
        let service = try stage.service(builder: builder)
        let (last, _) = ask(service, tile(record, 4, 0, 4), record)
        _ = try get(service, tile(record, 4, 0, 0), record)
        let path = stage.folder / "images/a.ppm"
        switch change {
        case "replaced":
            stage.folder.write("images/new", Self.picture)
            #expect(rename(stage.folder / "images/new", path) == 0)
        case "deleted": stage.folder.delete("images/a.ppm")
        case "shrunk": #expect(truncate(path, 1_000) == 0)
        case "grown": #expect(truncate(path, 1_000_000) == 0)
        default: stage.folder.touch("images/a.ppm", seconds: 1_000)
        }
        let ends = Shared(0)
        let subscription = service.listen(to: record) { event in
            if case .failed(.source(.changedWhileReading)) = event { ends.update { $0 += 1 } }
        }
        letGo()
        #expect(ends.wait { $0 == 1 } && last.wait { $0 != nil })
        // As long as the open file itself stays as it is, its tiles are of the state that was asked for.
        if ["shrunk", "grown", "touched"].contains(change) { #expect(throws: TileError.self) { try last.value!.get() } }
        #expect(stage.cached("pyramids") == [])
        withExtendedLifetime(subscription) {}
        stage.folder.write("images/a.ppm", Self.picture)
        let new = try stage.record()
        #expect(new.version != record.version)
        _ = try get(service, tile(new, 4, 0, 4), new)
        waitForPyramid(service, new)
        service.shutDown()
        #expect(stage.cached("pyramids") == ["\(new.version).szi"])
    }

    // MARK: - The cache folder

    @Test("Of two services that build the same pyramid, the second uses the file of the first") func twoServices() throws {
        let services = [try stage.service(builder: builder), try stage.service(builder: builder)]
        let answers = services.map { ask($0, tile(record, 0), record).answer }
        #expect(builder.begun.wait { $0.count == 2 })
        letGo()
        let bytes = try answers.map { try waitFor($0).wire }
        #expect(bytes[0] == bytes[1])
        for service in services { waitForPyramid(service, record) }
        #expect(try get(services[0], tile(record, 4, 9, 4), record).wire == get(services[1], tile(record, 4, 9, 4), record).wire)
        for service in services { service.shutDown() }
        #expect(stage.cached("pyramids") == ["\(record.version).szi"])
    }

    @Test("A file under the name that is no pyramid is replaced") func aBrokenFileUnderTheName() throws {
        let service = try stage.service(builder: builder)
        let (answer, _) = ask(service, tile(record, 0), record)
        #expect(builder.begun.wait { $0.count == 1 })
        stage.folder.write("cache/pyramids/\(record.version).szi", Array("no zip".utf8))
        letGo()
        let bytes = try waitFor(answer).wire
        waitForPyramid(service, record)
        service.shutDown()
        let second = try stage.service(builder: builder)
        #expect(second.pyramidState(of: record) == .ready)
        #expect(try get(second, tile(record, 0), record).wire == bytes)
        second.shutDown()
        #expect(builder.begun.value.count == 1)
    }

    @Test("An unusable cache folder is not blamed on the source, nor tried for each request") func anUnusableFolder() throws {
        let service = try stage.service(builder: builder)
        letGo()
        #expect(rmdir(stage.folder / "cache/pyramids") == 0)
        stage.folder.write("cache/pyramids", [])
        for level in 0..<3 {
            guard case .cache? = #expect(throws: TileError.self, performing: { try get(service, tile(record, level), record) }) else {
                Issue.record("the failure does not name the cache")
                return
            }
        }
        stage.folder.delete("cache/pyramids")
        #expect(builder.begun.value == [])
        service.shutDown()
        let second = try stage.service(builder: builder)
        _ = try get(second, tile(record), record)
        second.shutDown()
    }

    @Test("The bytes of a build count while they are written, and older files make room") func bounded() throws {
        let service = try stage.service(cacheSize: 40_000, builder: builder)
        for side in 30..<38 { _ = try get(service, .rendition(record.version, .thumbnail(side: side)), record) }
        #expect(comesTrue { service.diskByteCount == 32_768 })
        _ = try get(service, tile(record, 4, 0, 0), record)
        #expect(comesTrue { service.diskByteCount <= 40_000 } && stage.warnings.value == [])
        letGo()
        waitForPyramid(service, record)
        service.shutDown()
        let size = try ReadOnlyFile(path: stage.folder / "cache/pyramids/\(record.version).szi").count
        #expect(size > 40_000 && service.diskByteCount == (size + 4_095) / 4_096 * 4_096, "it stays, alone")
        #expect(stage.warnings.value.count == 1)
    }
}
