// How long a record is relied on, and who looks at its file again.

@testable import Imaging
@testable import Library
import Testing
import TestSupport

@Suite struct ImageRecordTests {
    private func record() throws -> (record: ImageRecord, checked: Int) {
        try #require(isLibraryStarted)
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 1, height: 1))
        let library = try ImageLibrary(folder: folder.path, parameters: .init(tileSize: 256, maxSourcePixels: 1_000, fingerprint: ""))
        return (try library.record("a.ppm"), MonotonicClock.milliseconds)
    }

    @Test func ages() throws {
        let (record, checked) = try record()
        // Some milliseconds have passed since it was made.
        #expect(record.currency(at: checked) == .fresh && record.currency(at: checked + 900) == .fresh)
        #expect(record.currency(at: checked + 1_000) == .due, "the first who asks has it looked at")
        #expect(record.currency(at: checked + 1_000) == .fresh && record.currency(at: checked + 1_800) == .fresh, "and nobody else")
        #expect(record.currency(at: checked + 1_900) == .stale, "however long that look takes")
    }

    @Test func looks() throws {
        let (record, checked) = try record()
        #expect(record.currency(at: checked + 1_500) == .due)
        record.checkDidEnd(isCurrent: nil)
        #expect(record.currency(at: checked + 1_500) == .due, "nobody could look: another has to")
        record.markChecked(hasSidecar: false)
        record.checkDidEnd(isCurrent: true)
        let later = MonotonicClock.milliseconds
        #expect(record.currency(at: later + 900) == .fresh && record.currency(at: later + 1_500) == .due)
        record.checkDidEnd(isCurrent: false)
        #expect(record.currency(at: later) == .stale)
    }
}
