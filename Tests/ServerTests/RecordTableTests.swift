// A loop's cache of records.

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
        let library = try ImageLibrary(
            folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
        return try (0..<count).map { try library.record("\($0).ppm") }
    }

    private func find(_ table: RecordTable, _ segment: String) -> ImageRecord? { table.record(for: Array(segment.utf8).span) }

    @Test("A record is found by exactly the bytes for which it was stored last") func storesAndFinds() throws {
        let records = try records(2)
        let table = RecordTable(seed: 0xCBF2_9CE4_8422_2325)
        #expect(find(table, "a") == nil && find(table, "") == nil)
        table.store(records[0], for: Array("a".utf8))
        table.store(records[1], for: Array("ab".utf8))
        #expect(find(table, "a") === records[0] && find(table, "ab") === records[1])
        for other in ["", "b", "A", "a\0", "abc", "%61"] { #expect(find(table, other) == nil) }
        table.store(records[1], for: Array("a".utf8))
        #expect(find(table, "a") === records[1])
    }

    @Test("Each encoding of one identifier is an entry of its own") func spellings() throws {
        let records = try records(1)
        let table = RecordTable(seed: 0xCBF2_9CE4_8422_2325)
        for spelling in ["a%2Fb", "a%2fb", "%61%2Fb"] { table.store(records[0], for: Array(spelling.utf8)) }
        for spelling in ["a%2Fb", "a%2fb", "%61%2Fb"] { #expect(find(table, spelling) === records[0]) }
        #expect(find(table, "a/b") == nil)
    }

    @Test("With more images than places, images in use stay and the others come and go") func crowd() throws {
        let records = try records(7)
        let table = RecordTable(seed: 0xCBF2_9CE4_8422_2325)
        let inUse = 0..<1_000
        for number in inUse { table.store(records[number % 7], for: Array("image \(number)".utf8)) }
        var lost = 0
        for stranger in 0..<2 * RecordTable.capacity {
            table.store(records[stranger % 7], for: Array("stranger \(stranger)".utf8))
            if stranger % 100 == 0, find(table, "stranger \(stranger)") !== records[stranger % 7] {
                Issue.record("\(stranger) is not there")
            }
            // Each is asked for once while a few thousand strangers come.
            let number = stranger % 1_000
            guard stranger % 3 == 0, inUse.contains(number) else { continue }
            guard let found = find(table, "image \(number)") else {
                lost += 1
                table.store(records[number % 7], for: Array("image \(number)".utf8))
                continue
            }
            if found !== records[number % 7] { Issue.record("another's record for image \(number)") }
        }
        #expect(lost < 200, "\(lost) of \(2 * RecordTable.capacity / 3) look-ups")
    }

    @Test("Ten thousand images of a large folder are nearly all found") func manyImages() throws {
        let records = try records(7)
        let table = RecordTable(seed: 0xCBF2_9CE4_8422_2325)
        for number in 0..<10_000 { table.store(records[number % 7], for: Array("image \(number)".utf8)) }
        let found = (0..<10_000).count { find(table, "image \($0)") === records[$0 % 7] }
        #expect(found >= 9_990)
    }

    @Test("In any order of storing, the record that was stored last is found") func property() throws {
        let records = try records(5)
        let table = RecordTable(seed: 0xCBF2_9CE4_8422_2325)
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
