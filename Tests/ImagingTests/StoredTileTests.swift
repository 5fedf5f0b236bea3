import CJPEG
import Foundation
import Geometry
import Testing
@testable import Imaging

/// Tiles of a TIFF that are sent exactly as they lie in the file.
@Suite struct StoredTileTests {
    let folder = Folder()
    static let picture = Picture.waves(201, 135)

    /// A level of JPEG tiles, each of which is a complete JPEG.
    private func tiles(
        of picture: Picture = picture, quality: Int = 90, photometric: Int? = nil, _ change: (inout TIFF.Page) throws -> Void = { _ in }
    ) throws -> SourceTiles {
        var page = TIFF.Page(picture, tile: 64)
        page.compression = 7
        page.photometric = photometric ?? (picture.bands == 1 ? 1 : 6)
        page.chunks = try picture.tiles(64).map { try $0.encoded(.jpg, quality: quality, in: folder) }
        try change(&page)
        let file = try folder.source(TIFF(pages: [page]).bytes(), "tiles.tif")
        return try #require(ImageReader(file, ImageDescription.describe(file)).tiles[0])
    }

    private func sent(_ tiles: SourceTiles, _ column: Int, _ row: Int) throws -> [UInt8] {
        try tiles.prefix + #require(try tiles.passthroughBytes(column: column, row: row))[SourceTiles.prefixed...]
    }

    /// Compares every byte behind the prefix, and every pixel.
    @Test("The bytes of a tile are those of the file", arguments: [1, 3], [80, 95])
    func bytesAreThoseOfTheFile(bands: Int, quality: Int) throws {
        let picture = Picture.waves(201, 135, bands: bands)
        let tiles = try tiles(of: picture, quality: quality)
        for (index, tile) in picture.tiles(64).enumerated() {
            let stored = try tile.encoded(.jpg, quality: quality, in: folder)
            let sent = try sent(tiles, index % 4, index / 4)
            #expect(sent.suffix(stored.count - 2) == stored[2...])
            #expect(try Picture(decoding: sent, in: folder) == Picture(decoding: stored, in: folder))
        }
    }

    /// The corner has the coefficients of the whole: without blended chroma every pixel is the same, with it all but those beside what was
    /// cut off, which must not show.
    @Test("A corner of a tile has the pixels of the whole tile", arguments: [1, 3], [80, 95])
    func cornersAreExact(bands: Int, quality: Int) throws {
        let picture = Picture.waves(201, 135, bands: bands)
        let tiles = try tiles(of: picture, quality: quality)
        for (column, row) in [(3, 0), (0, 2), (3, 2)] {
            let whole = try Picture(decoding: sent(tiles, column, row), in: folder)
            let corner = try Picture(decoding: #require(try tiles.passthroughCorner(column: column, row: row)), in: folder)
            #expect(corner.size == PixelSize(width: min(64, 201 - column * 64), height: min(64, 135 - row * 64)))
            let blended = bands == 3 && quality < 90 ? 1 : 0
            let compared = PixelRect(x: 0, y: 0, width: corner.width - blended, height: corner.height - blended)
            #expect(corner.cropped(compared) == whole.cropped(compared))
        }
    }

    /// The file has shared tables once; every tile that is sent has them.
    @Test("Shared tables are put in front of each tile")
    func sharedTablesAreSplicedIn() throws {
        let whole = try Self.picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
        let tables = [0xff, 0xd8] + segments(of: whole[0]).filter { $0[1] == 0xdb || $0[1] == 0xc4 }.joined() + [0xff, 0xd9]
        let tiles = try tiles { page in
            page.tables = tables
            page.chunks = whole.map { jpeg in
                [0xff, 0xd8] + segments(of: jpeg).filter { ![0xdb, 0xc4, 0xe0].contains($0[1]) }.joined()
            }
        }
        for (index, jpeg) in whole.enumerated() {
            let sent = try sent(tiles, index % 4, index / 4)
            #expect(try Picture(decoding: sent, in: folder) == Picture(decoding: jpeg, in: folder))
            #expect(segments(of: sent).first { $0[1] == 0xee }?.last == 1, "Adobe's marker says YCbCr")
        }
    }

    /// Markers that are no tables are left out, too, and nothing traps.
    @Test("Broken shared tables are left out")
    func tablesAreReadWithCare() {
        let start: [UInt8] = [0xff, 0xd8]
        let restart: [UInt8] = [0xff, 0xdd, 0, 4, 0, 1]
        let table: [UInt8] = [0xff, 0xdb, 0, 3, 9]
        func head(_ tables: [UInt8]) -> [UInt8] { TileJPEG.Head(tables: tables, transform: nil).bytes }
        #expect(head(start + restart + table + [0xff, 0xd9]) == start + table)
        for broken in [
            [], [0xff], start, start + [0xff], start + [0xff, 0xdb, 0xff, 0xff], start + [0xff, 0xdb, 0, 1], start + [0, 0, 0, 0],
        ] {
            #expect(head(broken) == start)
        }
        #expect(
            TileJPEG.Head(tables: [], transform: 0).bytes == start + [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    }

    /// A JFIF marker says YCbCr, and outranks Adobe's marker. A tile with it in an RGB TIFF can be decoded, but not sent.
    @Test("A tile whose marker contradicts the TIFF is not sent")
    func coloursThatATileContradictsAreNotSent() throws {
        let jfif: [UInt8] = [0xff, 0xe0, 0, 16] + Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]
        let tiles = try tiles(photometric: 2) { $0.chunks[0].insert(contentsOf: jfif, at: 2) }
        #expect(try tiles.passthroughBytes(column: 0, row: 0) == nil)
        try tiles.check(meeting: PixelRect(tiles.size))
    }

    /// The decoder would hold all coefficients of all scans.
    @Test("A large progressive tile is refused")
    func largeProgressiveTilesAreRefused() throws {
        let picture = Picture(width: 4_104, height: 4_096, bands: 1, bytes: [UInt8](repeating: 9, count: 4_104 * 4_096))
        let head = TileJPEG.Head(tables: [], transform: nil)
        #expect(try TileJPEG(head, picture.jpeg(TJSAMP_GRAY)).check() == 0)
        let progressive = try TileJPEG(head, picture.jpeg(TJSAMP_GRAY, isProgressive: true))
        #expect(throws: ImagingError.unreadable(reason: "a tile is a JPEG of several scans, and too large for one")) {
            _ = try progressive.check()
        }
    }

    static let breaks: [(name: String, change: @Sendable (inout [UInt8]) -> Void)] = [
        ("empty but for its start", { $0 = [0xff, 0xd8] }), ("no start", { $0[1] = 0 }), ("no end", { $0.removeLast(2) }),
        ("cut short", { $0.removeLast($0.count / 2) }),
        ("a marker in the codes", { $0.replaceSubrange($0.count - 40..<$0.count - 38, with: [0xff, 0xd9]) }),
        ("an unknown table", { $0[6] = 0xff }),
        ("another height", { bytes in bytes[frame(bytes) + 6] = 32 }), ("another width", { bytes in bytes[frame(bytes) + 8] = 65 }),
        ("another number of components", { bytes in bytes[frame(bytes) + 9] = 1 }),
        ("12 bits", { bytes in bytes[frame(bytes) + 4] = 12 }), ("lossless", { bytes in bytes[frame(bytes) + 1] = 0xc3 }),
        ("no JPEG", { $0 = Array("This is no JPEG".utf8) }),
    ]

    @Test("A broken tile is damaged", arguments: breaks.indices)
    func brokenTilesAreDamaged(_ index: Int) throws {
        let tiles = try tiles { Self.breaks[index].change(&$0.chunks[1]) }
        for _ in 0..<2 {
            #expect(throws: ImagingError.self, "\(Self.breaks[index].name)") { _ = try tiles.passthroughBytes(column: 1, row: 0) }
            do {
                try tiles.check(meeting: PixelRect(x: 64, y: 0, width: 1, height: 1))
                Issue.record("\(Self.breaks[index].name)")
            } catch {
                #expect(error.isDamage)
            }
            #expect(try tiles.passthroughBytes(column: 0, row: 0) != nil)
        }
        try tiles.check(meeting: PixelRect(x: 0, y: 0, width: 64, height: 135))
    }

    @Test("Any bytes of a tile are a picture or an error")
    func anyBytesAreAPictureOrAnError() throws {
        var random = SeededGenerator(3)
        let good = try Self.picture.tiles(64)[0].encoded(.jpg, in: folder)
        var passed = 0
        for round in 0..<300 {
            let tiles = try tiles { page in
                for _ in 0...round % 4 {
                    page.chunks[0][Int.random(in: 0..<good.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }
            guard let bytes = try? tiles.passthroughBytes(column: 0, row: 0) else { continue }
            passed += 1
            let sent = tiles.prefix + bytes[SourceTiles.prefixed...]
            #expect(try Picture(decoding: sent, in: folder).size == PixelSize(width: 64, height: 64))
        }
        #expect(passed > 0)
    }

    /// One byte may make the length even.
    @Test("A tile with one byte behind its end is sent, and with more is not")
    func bytesBehindTheEnd() throws {
        let tiles = try tiles { page in
            page.chunks[0].append(0)
            page.chunks[1] += [0, 0]
        }
        #expect(try tiles.passthroughBytes(column: 0, row: 0) != nil)
        #expect(try tiles.passthroughBytes(column: 1, row: 0) == nil)
        try tiles.check(meeting: PixelRect(tiles.size))
    }

    /// Such a tile can be decoded.
    @Test("A tile that is not filled up at the edge is not sent")
    func tilesThatEndWithThePicture() throws {
        let last = try Picture.waves(9, 64).encoded(.jpg, in: folder)
        let tiles = try tiles { $0.chunks[3] = last }
        #expect(try tiles.passthroughBytes(column: 3, row: 0) == nil)
        try tiles.check(meeting: PixelRect(tiles.size))
    }

    @Test("A whole tile is checked once")
    func aTileIsLookedAtOnce() throws {
        let tiles = try tiles()
        try tiles.check(meeting: PixelRect(x: 0, y: 0, width: 65, height: 1))
        let findings = (0..<12).map { SourceTiles.Finding(rawValue: tiles.findings[$0]) }
        #expect(findings == [.passes, .passes] + Array(repeating: .unknown, count: 10))
        // The false finding is used: the tile is not read again.
        tiles.findings[2] = SourceTiles.Finding.whole.rawValue
        #expect(try tiles.passthroughBytes(column: 2, row: 0) == nil)
    }

    @Test("A file that changes says nothing about its tiles")
    func aFileThatChangesIsNotBelieved() throws {
        let tiles = try tiles()
        utimes(folder.path(of: "tiles.tif"), [timeval(), timeval()])
        #expect(throws: ImagingError.changedWhileReading) { try tiles.passthroughBytes(column: 0, row: 0) }
        #expect(throws: ImagingError.changedWhileReading) { try tiles.check(meeting: PixelRect(tiles.size)) }
        #expect(tiles.findings[0] == SourceTiles.Finding.unknown.rawValue)
    }

    @Test("WebP tiles are checked")
    func webPTilesAreLookedAt() throws {
        func tiles(_ change: (inout [UInt8]) -> Void = { _ in }) throws -> SourceTiles {
            try self.tiles(photometric: 2) { page in
                page.compression = 50_001
                page.chunks = try Self.picture.tiles(64).map { try $0.encoded(.webp, in: folder) }
                change(&page.chunks[0])
            }
        }
        let good = try Self.picture.tiles(64)[0].encoded(.webp, in: folder)
        #expect(try tiles().passthroughBytes(column: 0, row: 0) == good)
        #expect(try tiles().prefix.isEmpty)
        let png = try Self.picture.tiles(64)[0].encoded(.png, in: folder)
        let small = try Picture.waves(63, 64).encoded(.webp, in: folder)
        for broken in [png, small, Array(good.prefix(good.count / 2)), Array(good.prefix(15))] {
            #expect(throws: ImagingError.self) { try tiles { $0 = broken }.passthroughBytes(column: 0, row: 0) }
        }
        #expect(try tiles { $0 += [0, 0, 0] }.passthroughBytes(column: 0, row: 0) == nil)
    }

    @Test("A level says why its tiles have to be decoded")
    func levelsThatDoNotPass() throws {
        func passthrough(_ change: (inout TIFF.Page) -> Void) throws -> SourceLevel.Passthrough {
            var page = TIFF.Page(Self.picture, tile: 64)
            page.compression = 7
            page.photometric = 6
            page.chunks = try Self.picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
            change(&page)
            return try ImageDescription.describe(folder.source(TIFF(pages: [page]).bytes(), "a.tif")).sourceLevels[0].passthrough
        }
        #expect(try passthrough { _ in } == .open(.jpg, tileSize: PixelSize(width: 64, height: 64)))
        let changes: [(String, (inout TIFF.Page) -> Void)] = [
            ("orientation 6", { $0.orientation = 6 }), ("compression 1", { $0 = TIFF.Page(Self.picture, tile: 64) }),
            ("sRGB", { $0.profile = [UInt8](repeating: 1, count: 300) }),
        ]
        for (word, change) in changes {
            guard case .closed(let reason) = try passthrough(change) else {
                Issue.record("passes: \(word)")
                continue
            }
            #expect(reason.contains(word), "\(reason)")
        }
    }
}

/// The index of a JPEG's frame header.
private func frame(_ jpeg: [UInt8]) -> Int {
    segments(of: jpeg).reduce(into: (at: 2, found: 0)) { place, segment in
        if segment[1] == 0xc0 { place.found = place.at }
        place.at += segment.count
    }.found
}

/// The marker segments of a JPEG; the last one reaches from the scan to the end.
private func segments(of jpeg: [UInt8]) -> [[UInt8]] {
    var result: [[UInt8]] = []
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at + 1] != 0xda {
        let end = at + 2 + Int(jpeg[at + 2]) << 8 + Int(jpeg[at + 3])
        result.append(Array(jpeg[at..<end]))
        at = end
    }
    return result + [Array(jpeg[at...])]
}
