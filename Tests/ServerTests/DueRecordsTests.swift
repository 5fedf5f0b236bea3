// Records that are checked together.

@testable import Imaging
@testable import Library
@testable import Server
import Testing
import TestSupport

@Suite struct DueRecordsTests {
    @Test("Records are gathered for an interval, and the first batch is taken at once") func gathers() throws {
        try #require(isLibraryStarted)
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 1, height: 1))
        let library = try ImageLibrary(
            folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
        let record = try library.record("a.ppm")
        var due = DueRecords()
        func taken(at now: UInt64) -> [UInt8]? { due.take(at: now)?.flatMap(\.segment) }
        #expect(taken(at: 5_000) == nil)
        due.add(record, [1])
        #expect(taken(at: 5_000) == [1], "the first at once")
        due.add(record, [2])
        due.add(record, [3])
        #expect(taken(at: 5_000 + DueRecords.interval - 1) == nil)
        due.add(record, [4])
        #expect(taken(at: 5_000 + DueRecords.interval) == [2, 3, 4])
        #expect(taken(at: 9_000) == nil)
        due.add(record, [5])
        #expect(taken(at: 9_000) == [5])
    }
}
