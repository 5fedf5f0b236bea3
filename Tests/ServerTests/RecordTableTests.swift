// A loop's table of records.

import Imaging
@testable import Library
@testable import Server
import Testing
import TestSupport

@Suite struct RecordTableTests {
    /// Records of so many small images.
    private func records(_ count: Int) throws -> [ImageRecord] {
        try #require(isLibraryStarted)
        let folder = TemporaryFolder()
        for index in 0..<count { folder.write("\(index).ppm", ppm(width: index + 1, height: 1)) }
        let library = try ImageLibrary(folder: folder.path, parameters: .init(tileSize: 256, maxSourcePixels: 1_000, fingerprint: ""))
        return try (0..<count).map { try library.record("\($0).ppm") }
    }

    private func find(_ table: RecordTable, _ segment: String) -> ImageRecord? { table.record(for: Array(segment.utf8).span) }

    @Test func storesAndFinds() throws {
        let records = try records(2)
        var table = RecordTable()
        #expect(find(table, "a") == nil && find(table, "") == nil)
        table.store(records[0], for: Array("a".utf8))
        table.store(records[1], for: Array("ab".utf8))
        #expect(find(table, "a") === records[0] && find(table, "ab") === records[1])
        for other in ["", "b", "A", "a\0", "abc", "%61"] { #expect(find(table, other) == nil) }
        table.store(records[1], for: Array("a".utf8))
        #expect(find(table, "a") === records[1])
    }

    /// Several spellings of one identifier are several entries.
    @Test func spellings() throws {
        let records = try records(1)
        var table = RecordTable()
        for spelling in ["a%2Fb", "a%2fb", "%61%2Fb"] { table.store(records[0], for: Array(spelling.utf8)) }
        for spelling in ["a%2Fb", "a%2fb", "%61%2Fb"] { #expect(find(table, spelling) === records[0]) }
        #expect(find(table, "a/b") == nil)
    }

    /// Half full, where thousands of entries share their slots: each is found, and no other for it. One more, and it begins anew.
    @Test func full() throws {
        let records = try records(7)
        var table = RecordTable()
        for number in 0..<8_192 { table.store(records[number % 7], for: Array("image \(number)".utf8)) }
        for number in 0..<8_192 where find(table, "image \(number)") !== records[number % 7] {
            Issue.record("image \(number) is not found")
            return
        }
        #expect(find(table, "image 8192") == nil)
        table.store(records[3], for: Array("image 8192".utf8))
        #expect(find(table, "image 8192") === records[3])
        #expect((0..<8_192).allSatisfy { find(table, "image \($0)") == nil })
    }

    /// Whatever is stored in whatever order, what is found is what was stored last.
    @Test func property() throws {
        let records = try records(5)
        var table = RecordTable()
        var model: [Int: Int] = [:]
        var number = 1
        for step in 0..<20_000 {
            number = number &* 1_103_515_245 &+ 12_345 & 0x7FFF_FFFF
            let key = number >> 8 & 0xFFF
            if step % 3 == 0 {
                model[key] = step % 5
                table.store(records[step % 5], for: Array("\(key)".utf8))
            } else if find(table, "\(key)") !== model[key].map({ records[$0] }) {
                Issue.record("\(key)")
                return
            }
        }
        #expect(model.count > 1_000)
    }
}
