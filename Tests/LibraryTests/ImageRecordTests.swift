// How long a record is used, and which caller has its file looked at again.

@testable import Imaging
@testable import Library
import Testing
import TestSupport

@Suite struct ImageRecordTests {
    /// A record whose file was looked at at a given time.
    private func record(checkedAt time: Int) throws -> ImageRecord {
        try #require(isLibraryStarted)
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 1, height: 1))
        let library = try ImageLibrary(
            folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
        let record = try library.record("a.ppm")
        record.markChecked(at: time, hasSidecar: false)
        return record
    }

    @Test("A record is fresh, then due for one caller, then stale")
    func ages() throws {
        let record = try record(checkedAt: 50_000)
        #expect(record.currency(at: 50_000) == .fresh && record.currency(at: 50_999) == .fresh)
        #expect(record.currency(at: 51_000) == .due, "the first who asks has it looked at")
        #expect(record.currency(at: 51_000) == .fresh && record.currency(at: 51_899) == .fresh, "and nobody else")
        #expect(record.currency(at: 51_900) == .stale, "however long that look takes")
    }

    @Test("A look at the file ends as fresh, due or stale")
    func looks() throws {
        let record = try record(checkedAt: 50_000)
        #expect(record.currency(at: 51_500) == .due)
        record.checkDidEnd(isCurrent: nil)
        #expect(record.currency(at: 51_500) == .due, "nobody could look: another has to")
        record.markChecked(at: 51_600, hasSidecar: false)
        record.checkDidEnd(isCurrent: true)
        #expect(record.currency(at: 52_500) == .fresh && record.currency(at: 53_100) == .due)
        record.checkDidEnd(isCurrent: false)
        #expect(record.currency(at: 53_100) == .stale)
    }
}
