import CJPEG
import Foundation
import Geometry
import Synchronization
import TestSupport
import Testing
@testable import Imaging

/// Regions of JPEG tiles rendered as planes, compared with the same regions rendered by way of RGB.
@Suite struct PlanarRegionTests {
    let folder = Folder()
    static let picture = Picture.waves(201, 135)

    /// A level of JPEG tiles of each sampling.
    private static let pages = Dictionary(
        uniqueKeysWithValues: [TJSAMP_420, TJSAMP_444, TJSAMP_422, TJSAMP_GRAY].map { sampling in
            let picture = sampling == TJSAMP_GRAY ? Picture.waves(201, 135, bands: 1) : picture
            var page = TIFF.Page(picture, tile: 64)
            page.compression = 7
            page.photometric = picture.bands == 1 ? 1 : 6
            page.chunks = picture.tiles(64).map { try! $0.jpeg(sampling) }
            return (sampling.rawValue, page)
        })

    private func reader(
        _ sampling: TJSAMP = TJSAMP_420, isLenient: Bool = false, _ change: (inout TIFF.Page) throws -> Void = { _ in }
    ) throws -> ImageReader {
        var page = try #require(Self.pages[sampling.rawValue])
        try change(&page)
        let file = try folder.source(TIFF(pages: [page]).bytes(), "tiles.tif")
        return try ImageReader(file, ImageDescription.describe(file, isLenient: isLenient))
    }

    private func planar(_ level: LevelImage, _ render: RenderPlan, _ sharing: WorkSharing = doAlone) throws -> [UInt8]? {
        try level.renderPlanes(render, by: .standard, of: #require(render.region(ofLevel: level.size)), sharing)
    }

    /// Two levels of the same picture: one of tiles in a file, one of tiles in memory.
    private func levels(_ sampling: TJSAMP) throws -> [LevelImage] {
        let picture = Picture.waves(201, 135, bands: sampling == TJSAMP_GRAY ? 1 : 3)
        var tiles: [(place: PixelRect, bytes: [UInt8])] = []
        for y in stride(from: 0, to: 135, by: 64) {
            for x in stride(from: 0, to: 201, by: 64) {
                let place = PixelRect(x: x, y: y, width: min(64, 201 - x), height: min(64, 135 - y))
                tiles.append((place, try picture.cropped(place).jpeg(sampling)))
            }
        }
        return [try reader(sampling).levels[0], LevelImage(size: picture.size, tiles: tiles)]
    }

    @Test(
        "A region rendered as planes looks like the region rendered by the steps", arguments: [TJSAMP_420, TJSAMP_444, TJSAMP_GRAY],
        [80, 95]) func regionsAreThoseOfTheOtherWay(sampling: TJSAMP, quality: Int)
        throws
    {
        for level in try levels(sampling) {
            for (region, size) in [
                (PixelRect(x: 0, y: 0, width: 201, height: 135), PixelSize(width: 201, height: 135)),
                (PixelRect(x: 0, y: 0, width: 201, height: 135), PixelSize(width: 160, height: 108)),
                (PixelRect(x: 33, y: 21, width: 111, height: 97), PixelSize(width: 60, height: 55)),
                (PixelRect(x: 63, y: 63, width: 3, height: 3), PixelSize(width: 24, height: 24)),
                (PixelRect(x: 150, y: 100, width: 51, height: 35), PixelSize(width: 77, height: 20)),
                (PixelRect(x: 150, y: 100, width: 52, height: 36), PixelSize(width: 52, height: 36)),
            ] {
                let render = RenderPlan(region: region, size: size, encoding: Encoding(.jpg, quality: quality))
                let bytes = try #require(try planar(level, render))
                #expect(try level.render(render) == bytes)
                var other = render
                other.encoding.format = .png
                let exact = try Picture(decoding: level.render(other), in: folder)
                let psnr = try Picture(decoding: bytes, in: folder).psnr(exact)
                #expect(psnr > (quality == 80 ? 30 : 36), "\(region) at \(size)")
            }
        }
    }

    @Test("The number and order of threads change no byte") func threadsChangeNothing() throws {
        let render = RenderPlan(
            region: PixelRect(x: 5, y: 5, width: 190, height: 125), size: PixelSize(width: 171, height: 110), encoding: Encoding(.jpg))
        let level = try reader().levels[0]
        let alone = try #require(try planar(level, render))
        let shared = try planar(reader().levels[0], render) { count, body in
            DispatchQueue.concurrentPerform(iterations: count, execute: body)
        }
        #expect(shared == alone)
        // In any order.
        #expect(try planar(level, render) { count, body in for number in (0..<count).reversed() { body(number) } } == alone)
    }

    @Test("Decoding a tile as planes counts as its check") func decodingIsTheCheck() throws {
        let reader = try reader()
        let tiles = try #require(reader.tiles[0])
        let region = PixelRect(x: 0, y: 0, width: 65, height: 1)
        _ = try #require(try planar(reader.levels[0], RenderPlan(region: region, encoding: Encoding(.jpg))))
        let findings = (0..<12).map { SourceTiles.Finding(rawValue: tiles.findings[$0]) }
        #expect(findings == [.passes, .passes] + Array(repeating: .unknown, count: 10))
    }

    /// Nothing is recorded of a broken tile.
    @Test("A broken tile is damage, with planes as with the steps", arguments: StoredTileTests.breaks.indices) func brokenTilesAreDamaged(
        _ index: Int
    ) throws {
        let name = StoredTileTests.breaks[index].name
        // The changes expect markers at the offsets that libvips writes.
        let tiles = try Self.picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
        let reader = try reader { page in
            page.chunks = tiles
            StoredTileTests.breaks[index].change(&page.chunks[1])
        }
        let level = reader.levels[0]
        let whole = RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg))
        for _ in 0..<2 {
            #expect(try planar(level, whole) == nil, "\(name)")
            do {
                _ = try level.render(whole)
                Issue.record("\(name)")
            } catch {
                #expect(error.isDamage, "\(name)")
            }
        }
        #expect(reader.tiles[0]?.findings[1] == SourceTiles.Finding.unknown.rawValue)
        let beside = RenderPlan(region: PixelRect(x: 0, y: 0, width: 60, height: 130), encoding: Encoding(.jpg))
        #expect(try planar(level, beside) != nil)
    }

    @Test("Any bytes of a tile give a picture or an error, and leave its neighbours alone") func anyBytesAreAPictureOrAnError() throws {
        var random = SeededGenerator(5)
        let good = try #require(Self.pages[TJSAMP_420.rawValue]).chunks[5]
        let outside = RenderPlan(region: PixelRect(x: 0, y: 0, width: 64, height: 135), encoding: Encoding(.jpg))
        let expected = try planar(reader().levels[0], outside)
        var decoded = 0
        for round in 0..<200 {
            let level = try reader { page in
                for _ in 0...round % 4 {
                    page.chunks[5][Int.random(in: 0..<good.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
                }
            }.levels[0]
            let render = RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg))
            if try planar(level, render) != nil { decoded += 1 }
            #expect(try planar(level, outside) == expected)
        }
        #expect((1..<200).contains(decoded))
    }

    @Test("Plans and levels that planes cannot serve are rendered by the steps") func whatIsNotForPlanesGoesTheOtherWay() throws {
        let region = PixelRect(x: 0, y: 0, width: 201, height: 135)
        let jpeg = RenderPlan(region: region, encoding: Encoding(.jpg))
        var renders: [RenderPlan] = []
        for format in [ImageFormat.png, .webp] { renders.append(RenderPlan(region: region, encoding: Encoding(format))) }
        for quality in [RenderPlan.Quality.gray, .bitonal] {
            renders.append(RenderPlan(region: region, quality: quality, encoding: Encoding(.jpg)))
        }
        renders.append(RenderPlan(region: region, size: PixelSize(width: 25, height: 135), encoding: Encoding(.jpg)))
        let level = try reader().levels[0]
        for render in renders { #expect(try planar(level, render) == nil) }
        for turn in [Turn(degrees: 90, isMirrored: false), Turn(degrees: 0, isMirrored: true)] {
            #expect(try planar(level, RenderPlan(region: region, turn: turn, encoding: Encoding(.jpg))) == nil)
        }
        #expect(try planar(level, jpeg) != nil)

        let levels: [(String, LevelImage)] = [
            ("4:2:2", try reader(TJSAMP_422).levels[0]), ("lenient", try reader(isLenient: true).levels[0]),
            ("several scans", try reader { $0.chunks[2] = try Self.picture.tiles(64)[2].jpeg(TJSAMP_420, isProgressive: true) }.levels[0]),
            ("two kinds", try reader { $0.chunks[2] = try Self.picture.tiles(64)[2].jpeg(TJSAMP_444) }.levels[0]),
            ("RGB", try reader { $0.photometric = 2 }.levels[0]), ("turned", try reader { $0.orientation = 3 }.levels[0]),
            ("void", try reader { $0.chunks[2] = [] }.levels[0]),
            ("PNG", LevelImage(size: Self.picture.size, tiles: [(region, try Self.picture.encoded(.png, in: folder))])),
        ]
        for (name, level) in levels {
            #expect(try planar(level, jpeg) == nil, "\(name)")
            let shown = try Picture(decoding: level.render(jpeg), in: folder)
            #expect(shown.size == Self.picture.size, "\(name)")
        }
    }

    @Test("Tiles of a file that changes are not rendered") func aFileThatChangesIsNotBelieved() throws {
        let level = try reader().levels[0]
        utimes(folder.path(of: "tiles.tif"), [timeval(), timeval()])
        let render = RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg))
        #expect(throws: ImagingError.changedWhileReading) { try planar(level, render) }
        #expect(throws: ImagingError.changedWhileReading) { try level.render(render) }
    }
}
