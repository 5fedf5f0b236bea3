import Geometry
import Testing
@testable import Imaging

/// Tiles of WebP, cut from strips of pixels.
@Suite struct WebPTileTests {
    let folder = Folder()
    private static let places = [PixelRect(x: 0, y: 0, width: 32, height: 32), PixelRect(x: 64, y: 32, width: 13, height: 21)]

    /// The tiles of a picture's strips at their places, and the layout of the strips.
    private func tiles(of picture: Picture, _ encoding: Encoding) throws -> (layout: StripLayout, tiles: [[UInt8]]) {
        let file = try folder.source(picture.bands % 2 == 1 ? picture.ppm : TIFF(picture).bytes(), "picture")
        return try file.readingStrips(ImageDescription.describe(file), for: encoding) { source throws(ImagingError) in
            let strip = Strip(layout: source.layout, width: picture.width, capacity: 64)
            try source.read(into: strip)
            let encoder = try TileEncoder(encoding)
            let tiles = try Self.places.map { (place) throws(ImagingError) -> [UInt8] in
                let room = TileEncoder.room(for: place.size, source.layout)
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
                defer { memory.deallocate() }
                return Array(memory.prefix(try encoder.encode(place, of: strip, into: memory)))
            }
            return (source.layout, tiles)
        }
    }

    @Test("Strips for WebP have the picture's own bands")
    func layouts() throws {
        for (bands, layout) in [(1, StripLayout.grey), (2, .alpha(bands: 2)), (3, .rgb), (4, .alpha(bands: 4))] {
            #expect(try tiles(of: Picture.waves(77, 53, bands: bands), Encoding(.webp)).layout == layout)
        }
    }

    @Test("A JPEG becomes pixels for WebP, and planes for JPEG")
    func jpegSource() throws {
        let file = try folder.source(Picture.waves(77, 53).encoded(.jpg, in: folder), "picture.jpg")
        let description = try ImageDescription.describe(file)
        for (format, layout) in [(ImageFormat.webp, StripLayout.rgb), (.jpg, .colour(halvesChroma: true))] {
            try file.readAllStrips(description, Encoding(format)) { strip throws(ImagingError) in #expect(strip.layout == layout) }
        }
    }

    @Test("A decoder sees the tile's pixels, with alpha if the picture has it", arguments: [1, 2, 3, 4])
    func decoded(bands: Int) throws {
        let picture = Picture.waves(77, 53, bands: bands)
        // WebP has no grey: decoders give three colours.
        let expected = Picture(width: 77, height: 53, bands: bands % 2 == 1 ? 3 : 4) { x, y, band in
            bands > 2 ? picture[x, y, band] : picture[x, y, band == 3 ? 1 : 0]
        }
        for (place, tile) in zip(Self.places, try tiles(of: picture, Encoding(.webp, quality: 95)).tiles) {
            let seen = try Picture(decoding: tile, in: folder)
            let part = expected.cropped(place)
            #expect(seen.bands == part.bands && seen.size == part.size)
            #expect(seen.psnr(part) > 33)
        }
    }

    @Test("Quality decides how many bytes a tile takes")
    func quality() throws {
        let picture = Picture.waves(77, 53)
        #expect(
            try tiles(of: picture, Encoding(.webp, quality: 30)).tiles[0].count
                < tiles(of: picture, Encoding(.webp, quality: 95)).tiles[0].count)
    }

    @Test("A tile of the pyramid has the bytes of the same tile rendered from the source", arguments: [1, 2, 3, 4], [80, 95])
    func sameBytes(bands: Int, quality: Int) throws {
        let picture = Picture.waves(77, 53, bands: bands)
        let encoding = Encoding(.webp, quality: quality)
        let level = try picture.level(in: folder)
        for (place, tile) in zip(Self.places, try tiles(of: picture, encoding).tiles) {
            #expect(try level.render(RenderPlan(region: place, encoding: encoding)) == tile)
        }
    }

    @Test("Noise at the highest quality fits into the room of a tile", arguments: [1, 2, 3, 4])
    func room(bands: Int) throws {
        var random = SeededGenerator(UInt64(bands))
        let noise = Picture(width: 77, height: 53, bands: bands) { _, _, _ in Int.random(in: 0...255, using: &random) }
        for tile in try tiles(of: noise, Encoding(.webp, quality: 100)).tiles { #expect(!tile.isEmpty) }
    }

    @Test("A halved strip of RGB has the means of two by two, on the whole neither brighter nor darker")
    func halves() throws {
        var random = SeededGenerator(3)
        let noise = Picture(width: 129, height: 63, bands: 3) { _, _, _ in Int.random(in: 0...255, using: &random) }
        let file = try folder.source(noise.ppm, "noise.ppm")
        let half = try file.readingStrips(ImageDescription.describe(file), for: Encoding(.webp)) { source throws(ImagingError) in
            let strip = Strip(layout: source.layout, width: 129, capacity: 64)
            try source.read(into: strip)
            let half = Strip(layout: source.layout, width: 65, capacity: 32)
            half.begin(rows: 32)
            for first in stride(from: 0, to: 129, by: 16) { strip.halve(columns: first..<min(first + 16, 129), into: half, atRow: 0) }
            return Picture(half, plane: 0)
        }
        #expect(half.bands == 3 && half.size == PixelSize(width: 65, height: 32))
        var sum = 0
        for y in 0..<half.height {
            for x in 0..<half.width {
                let (right, below) = (min(2 * x + 1, 128), min(2 * y + 1, 62))
                for band in 0..<3 {
                    let four = noise[2 * x, 2 * y, band] + noise[right, 2 * y, band] + noise[2 * x, below, band] + noise[right, below, band]
                    #expect(abs(4 * half[x, y, band] - four) <= 2)
                    sum += 4 * half[x, y, band] - four
                }
            }
        }
        #expect(abs(sum) < half.width * half.height * 3 / 4)
    }
}
