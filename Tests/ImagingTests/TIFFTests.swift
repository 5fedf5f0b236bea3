import CJPEG
import Geometry
import Testing
@testable import Imaging

/// Pictures and levels in TIFF files.
@Suite struct TIFFTests {
    let folder = Folder()
    static let picture = Picture.waves(201, 135)

    private func describe(_ tiff: TIFF) throws -> (ImageSource, ImageDescription) {
        let file = try folder.source(tiff.bytes(), "image.tif")
        return (file, try ImageDescription.describe(file))
    }

    /// Sizes of levels are rounded down, as libvips does it.
    private var levels: [Picture] {
        [Self.picture] + [(100, 67), (50, 33), (25, 16)].map { size in Picture.waves(size.0, size.1) }
    }

    private func pages(_ tile: Int, asChildren: Bool) -> [TIFF.Page] {
        var pages = levels.map { TIFF.Page($0, tile: tile) }
        for index in pages.indices.dropFirst() { pages[index].kind = 1 }
        guard asChildren else { return pages }
        pages[0].subPages = Array(pages.dropFirst())
        return [pages[0]]
    }

    @Test(
        "The levels of a pyramid are found in each kind of TIFF",
        arguments: [(false, false, true), (true, false, true), (false, true, true), (true, true, false), (false, false, false)])
    func pyramidsAreKnown(asChildren: Bool, isBig: Bool, littleEndian: Bool) throws {
        var tiff = TIFF(pages: pages(32, asChildren: asChildren))
        (tiff.isBig, tiff.littleEndian) = (isBig, littleEndian)
        let (file, description) = try describe(tiff)
        #expect(description.pages == 1)
        #expect(description.size == Self.picture.size)
        #expect(description.sourceTileSize == PixelSize(width: 32, height: 32))
        #expect(description.sourceLevels.map(\.size) == levels.map(\.size))
        for (level, expected) in zip(try ImageReader(file, description).levels, levels) {
            #expect(try Picture(level) == expected)
        }
    }

    /// Each directory takes a read or two: a small file must not take minutes.
    @Test("A file has a limit of directories")
    func directoriesAreCountedTogether() throws {
        let small = TIFF.Page(Picture.waves(1, 1, bands: 1))
        var page = small
        page.subPages = Array(repeating: small, count: 64)
        let file = try folder.source(TIFF(pages: Array(repeating: page, count: 170)).bytes(), "many.tif")
        guard var tiff = try TIFFFile(file) else {
            Issue.record("it is one")
            return
        }
        let directories = try tiff.directories()
        #expect(directories.count == 170)
        var count = directories.count
        for directory in directories { count += try tiff.subDirectories(of: directory).count }
        #expect(count == 10_000)
    }

    @Test("Damage elsewhere does not matter to a part of a turned picture", arguments: 1...8)
    func damageElsewhereInATurnedPicture(orientation: Int) throws {
        let tile = try Picture.waves(64, 64).jpeg(TJSAMP_444)
        var page = TIFF.Page(Picture.waves(320, 192), tile: 64)
        (page.compression, page.photometric, page.orientation) = (7, 6, orientation)
        page.chunks = page.chunks.map { _ in tile }
        // The second tile of the last but one row.
        let (column, row) = (1, 1)
        page.chunks[row * 5 + column] = Array(tile.prefix(tile.count / 2))
        let (file, description) = try describe(TIFF(pages: [page]))
        let level = try ImageReader(file, description).levels[0]
        let stored = PixelSize(width: 320, height: 192)
        for y in stride(from: 0, to: level.size.height, by: 32) {
            for x in stride(from: 0, to: level.size.width, by: 32) {
                let region = PixelRect(x: x, y: y, width: 32, height: 32)
                let isDamaged = region.stored(orientation, in: stored).intersection(PixelRect(x: 64, y: 64, width: 64, height: 64)) != nil
                let bytes = try? level.render(RenderPlan(region: region, encoding: Encoding(.png)))
                #expect((bytes == nil) == isDamaged, "\(region)")
            }
        }
    }

    /// Compares with the table of the standard.
    @Test("A part of a turned picture is found in the file", arguments: 1...8)
    func partsOfTurnedPictures(orientation: Int) {
        let stored = Picture(width: 7, height: 5, bands: 1) { x, y, _ in 10 * y + x }
        let upright = stored.oriented(orientation)
        let part = PixelRect(x: 1, y: 2, width: 3, height: 2)
        let back = stored.cropped(part.stored(orientation, in: stored.size))
        #expect(back.oriented(orientation) == upright.cropped(part))
    }

    @Test("A directory of another kind is no level")
    func levelsOfAnotherKindAreNone() throws {
        var pages = pages(32, asChildren: false)
        // A slide's thumbnail in strips, which stands between levels; its label of another shape, a mask, and a level of another depth.
        let thumbnail = TIFF.Page(Picture.waves(100, 67))
        let label = TIFF.Page(Picture.waves(60, 60), tile: 16)
        var mask = TIFF.Page(Picture.waves(201, 135, bands: 1), tile: 32)
        mask.kind = 4
        let grey = TIFF.Page(Picture.waves(12, 8, bands: 1), tile: 16)
        pages.insert(thumbnail, at: 1)
        let (file, description) = try describe(TIFF(pages: pages + [label, mask, grey]))
        #expect(description.sourceLevels.map(\.size) == levels.map(\.size))
        #expect(description.pages == 4)
        #expect(try ImageDescription.describe(file, page: 1).size == PixelSize(width: 100, height: 67))
        #expect(try ImageDescription.describe(file, page: 2).size == PixelSize(width: 60, height: 60))
    }

    @Test("Several pyramids are several pages")
    func severalPyramidsAreSeveralPages() throws {
        let other = [Picture.waves(90, 300), Picture.waves(45, 150)].map { TIFF.Page($0, tile: 32) }
        let (file, first) = try describe(TIFF(pages: pages(32, asChildren: false) + other))
        #expect(first.pages == 2 && first.sourceLevels.count == 4)
        let second = try ImageDescription.describe(file, page: 1)
        #expect(second.size == PixelSize(width: 90, height: 300))
        #expect(second.sourceLevels.map(\.size.width) == [90, 45])
        #expect(try Picture(try ImageReader(file, second).levels[1]) == Picture.waves(45, 150))
    }

    /// The full size of this file cannot be decoded.
    @Test("A thumbnail reads the smallest level that is large enough")
    func thumbnailsReadTheSmallestLevelThatIsEnough() throws {
        var pages = pages(32, asChildren: false)
        pages[0].compression = 8
        let (file, description) = try describe(TIFF(pages: pages))
        let bytes = try file.thumbnail(description, side: 40, quality: 95)
        let size = try ImageDescription.describe(folder.source(bytes, "thumbnail.jpg")).size
        #expect(size.width == 40 && (26...27).contains(size.height))
    }

    @Test("JPEG tiles are read in the colours of the TIFF")
    func jpegTilesAreRead() throws {
        var page = TIFF.Page(Self.picture, tile: 64)
        page.compression = 7
        page.photometric = 6
        page.chunks = try Self.picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
        let (file, description) = try describe(TIFF(pages: [page]))
        let reader = try ImageReader(file, description)
        #expect(try Picture(reader.levels[0]).psnr(Self.picture) > 32)
        try #require(reader.tiles[0]).check(meeting: PixelRect(description.size))
    }

    @Test("A broken file gives a picture or an error")
    func brokenFilesNeverTrap() throws {
        var random = SeededGenerator(11)
        var seeds: [[UInt8]] = []
        for (asChildren, isBig, little) in [(false, false, true), (true, true, false), (true, false, false), (false, true, true)] {
            var tiff = TIFF(pages: pages(32, asChildren: asChildren))
            (tiff.isBig, tiff.littleEndian) = (isBig, little)
            seeds.append(tiff.bytes())
        }
        // Directories lie behind their pixels: most changes are made there.
        let telling = seeds.map { bytes in bytes.indices.filter { $0 < 16 || $0 > bytes.count - 400 || ($0 / 200) % 40 == 0 } }
        var described = 0
        for round in 0..<400 {
            var bytes = seeds[round % seeds.count]
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let at = telling[round % seeds.count].randomElement(using: &random)!
                bytes[at] = [0, 1, 0x7f, 0x80, 0xff, UInt8.random(in: 0...255, using: &random)].randomElement(using: &random)!
            }
            if round % 7 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            do {
                let file = try folder.source(bytes, "broken.tif")
                let description = try ImageDescription.describe(file, maximumPixels: 1_000_000)
                described += 1
                for tiles in try ImageReader(file, description).tiles { try tiles?.check(meeting: PixelRect(description.size)) }
            } catch {
                #expect(error is ImagingError)
            }
        }
        #expect(described > 20)
    }
}
