// Pyramid files: zips made by hand, in all the forms that a zip can have.

import Geometry
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport

@Suite struct PyramidFileTests {
    static let grid = SamplePyramid.grid
    static let addresses = SamplePyramid.addresses

    static func contents(_ address: TileAddress) -> [UInt8] {
        Array("tile \(address.level) \(address.column) \(address.row)".utf8)
    }

    static func name(_ address: TileAddress) -> String { "scan/scan_files/\(address.level + 8)/\(address.column)_\(address.row).jpg" }

    static var zip: Zip {
        Zip(
            entries: [Zip.Entry(name: "scan/scan.dzi", contents: Array("<Image/>".utf8))]
                + addresses.map { Zip.Entry(name: name($0), contents: contents($0)) }
                + (0..<8).map { Zip.Entry(name: "scan/scan_files/\($0)/0_0.jpg", contents: [UInt8($0)]) })
    }

    static func open(_ bytes: [UInt8], _ folder: TemporaryFolder = TemporaryFolder(), format: ImageFormat = .jpg) throws -> PyramidFile {
        folder.write("a.szi", bytes)
        return try PyramidFile(path: folder / "a.szi", grid: grid, format: format)
    }

    private func expectWhole(_ zip: Zip) throws {
        let bytes = zip.bytes
        let pyramid = try Self.open(bytes)
        #expect(pyramid.byteCount == bytes.count)
        for address in Self.addresses { #expect(try pyramid.storedTile(address)?.read() == Self.contents(address)) }
    }

    @Test("A plain pyramid opens with all its tiles") func plain() throws { try expectWhole(Self.zip) }

    @Test("A comment of any length behind the directory is skipped", arguments: [1, 22, 1_000, 65_515, 65_535]) func comments(_ count: Int)
        throws
    {
        var zip = Self.zip
        zip.comment = [UInt8](repeating: 0x50, count: count)
        try expectWhole(zip)
    }

    @Test("A comment that looks like the end record is a comment") func commentThatLooksLikeTheEnd() throws {
        var zip = Self.zip
        zip.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 30)
        try expectWhole(zip)
    }

    @Test("Zip64 records and fields are read", arguments: [false, true], [false, true]) func zip64(_ record: Bool, _ fields: Bool) throws {
        var zip = Self.zip
        zip.isZip64 = record
        for index in zip.entries.indices { zip.entries[index].isZip64 = fields && index % 2 == 0 }
        try expectWhole(zip)
    }

    @Test("Extra fields and comments of entries are skipped") func extraFields() throws {
        var zip = Self.zip
        for index in zip.entries.indices {
            zip.entries[index].extra = [0x55, 0x54, UInt8(index), 0] + [UInt8](repeating: 1, count: index)
            zip.entries[index].comment = [UInt8](repeating: 2, count: index * 3)
            zip.entries[index].isZip64 = true
        }
        try expectWhole(zip)
    }

    @Test("Entries may stand in any order") func anyOrder() throws {
        var zip = Self.zip
        zip.entries.reverse()
        try expectWhole(zip)
    }

    @Test("A local header with an extra field is refused, since its length is not known", arguments: 0..<18) func extraFieldsOfLocalHeaders(
        _ index: Int
    ) {
        var zip = Self.zip
        zip.entries[index].localExtra = [1, 2, 3, 4]
        expectRefusal(zip)
    }

    @Test("Bytes in front of the entries are allowed, and bytes between them are refused", arguments: 0..<18) func gaps(_ index: Int) throws
    {
        var zip = Self.zip
        zip.entries[index].gap = 5
        if index == 0 { try expectWhole(zip) } else { expectRefusal(zip) }
    }

    @Test("A tile that stands there twice is refused") func twice() {
        var zip = Self.zip
        zip.entries.append(zip.entries[3])
        expectRefusal(zip)
    }

    @Test(
        "Entries that are no tiles of the grid and format change nothing",
        arguments: [
            "scan/scan_files/10/3_0.jpg", "scan/scan_files/10/0_2.jpg", "scan/scan_files/11/0_0.jpg", "scan/scan_files/0/1_0.jpg",
            "scan/scan_files/10/0_0.png", "scan/scan_files/10/0_0.jpeg", "scan/scan_files/10/0_0", "scan/scan_files/10/0-0.jpg",
            "scan/scan_files/10/x_0.jpg", "scan/scan_files/x/0_0.jpg", "scan/scan_files/10/0_0_0.jpg", "10/0_0.jpg", "", "/",
            "_files/10/.jpg",
            "scan/scan_files/9999999999/0_0.jpg", "scan/scan_files/10/999999999_999999999.jpg", "scan/files/10/0_0.jpg",
        ])
    func otherEntries(_ name: String) throws {
        var zip = Self.zip
        zip.entries.insert(Zip.Entry(name: name, contents: [7]), at: 3)
        try expectWhole(zip)
    }

    private func expectRefusal(_ zip: Zip, format: ImageFormat = .jpg) {
        #expect(throws: PyramidFileError.self) { try Self.open(zip.bytes, format: format) }
    }

    @Test("Files that lack a tile, or hold another format or compression, are refused") func refusals() {
        for index in 1..<Self.zip.entries.count {
            var missing = Self.zip
            missing.entries.remove(at: index)
            expectRefusal(missing)
            var empty = Self.zip
            empty.entries[index].contents = []
            expectRefusal(empty)
            var compressed = Self.zip
            compressed.entries[index].method = 8
            expectRefusal(compressed)
            var encrypted = Self.zip
            encrypted.entries[index].flags = 1
            expectRefusal(encrypted)
        }
        expectRefusal(Self.zip, format: .png)
        expectRefusal(Zip(entries: []))
    }

    @Test("A tile outside the grid is not found") func noSuchTiles() throws {
        let pyramid = try Self.open(Self.zip.bytes)
        for address in [
            TileAddress(level: 3, column: 0, row: 0), TileAddress(level: -1, column: 0, row: 0), TileAddress(level: 2, column: 3, row: 0),
            TileAddress(level: 2, column: 0, row: 2), TileAddress(level: 0, column: .max, row: .max),
        ] {
            #expect(pyramid.storedTile(address) == nil)
        }
    }

    @Test("A file that is cut short after it was opened is an error") func cutShort() throws {
        let folder = TemporaryFolder()
        let pyramid = try Self.open(Self.zip.bytes, folder)
        folder.write("a.szi", [])
        #expect(throws: (any Error).self) { try pyramid.storedTile(Self.addresses[0])?.read() }
    }

    @Test("A tile with a wrong checksum is an error") func checksums() {
        #expect(CRC32.checksum(of: Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.checksum(of: []) == 0)
        var generator = SeededGenerator(seed: 1)
        for count in 0..<200 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(CRC32.checksum(of: bytes) == checksum(bytes))
        }
    }

    @Test("A missing file is an error") func noFile() {
        #expect(throws: PyramidFileError.self) { try PyramidFile(path: "/nowhere/a.szi", grid: Self.grid, format: .jpg) }
    }
}
