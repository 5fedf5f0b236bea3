import Geometry
import Testing
@testable import Imaging

/// All eight EXIF orientations, by every way that leads to pixels.
@Suite struct OrientationTests {
    let folder = Folder()
    static let picture = Picture.waves(45, 28)

    private func file(_ orientation: Int, tile: Int?) throws -> ImageSource {
        var page = TIFF.Page(Self.picture, tile: tile)
        page.orientation = orientation
        return try folder.source(TIFF(pages: [page]).bytes(), "oriented.tif")
    }

    @Test("Whole images are upright", arguments: 1...8) func wholeImagesAreUpright(orientation: Int) throws {
        let file = try file(orientation, tile: nil)
        let description = try ImageDescription.describe(file)
        let expected = Self.picture.oriented(orientation)
        #expect(description.orientation == orientation)
        #expect(description.size == expected.size)
        #expect(try Picture(LevelImage(decoding: file, description)) == expected)
    }

    @Test("Source levels are upright", arguments: 1...8) func storedLevelsAreUpright(orientation: Int) throws {
        let file = try file(orientation, tile: 16)
        let description = try ImageDescription.describe(file)
        let expected = Self.picture.oriented(orientation)
        let level = try #require(try ImageReader(file, description).levels.first)
        #expect(level.size == expected.size)
        let region = PixelRect(x: 3, y: 5, width: 19, height: 17)
        let png = try level.render(RenderPlan(region: region, encoding: Encoding(.png)))
        #expect(try Picture(decoding: png, in: folder) == expected.cropped(region))
    }

    @Test("Thumbnails are upright and have no orientation tag", arguments: 1...8) func thumbnailsAreUprightAndUntagged(orientation: Int)
        throws
    {
        let jpeg = try Picture.waves(450, 280).encoded(.jpg, in: folder).tagged(orientation: orientation)
        let file = try folder.source(jpeg, "oriented.jpg")
        let description = try ImageDescription.describe(file)
        #expect(description.orientation == orientation)
        let thumbnail = try folder.source(file.thumbnail(description, side: 90, quality: 95), "thumbnail.jpg")
        #expect(try ImageDescription.describe(thumbnail).orientation == 1)
        let expected = try Picture.waves(450, 280).oriented(orientation).level(in: folder)
        let small = PixelSize(width: orientation < 5 ? 90 : 56, height: orientation < 5 ? 56 : 90)
        let png = try expected.render(RenderPlan(region: PixelRect(expected.size), size: small, encoding: Encoding(.png)))
        let actual = try Picture(LevelImage(decoding: thumbnail, ImageDescription.describe(thumbnail)))
        #expect(try actual.psnr(Picture(decoding: png, in: folder)) > 28)
    }

    @Test("Strips are upright", arguments: 1...8) func stripsAreUpright(orientation: Int) throws {
        let file = try file(orientation, tile: nil)
        let description = try ImageDescription.describe(file)
        let expected = Self.picture.oriented(orientation)
        var rows: [UInt8] = []
        try file.readAllStrips(description, Encoding(.png)) { strip in rows += Picture(strip, plane: 0).bytes }
        // With alpha behind each pixel.
        let pixels = rows.count / expected.size.area
        let isSame = rows.indices.allSatisfy { index in
            index % pixels >= expected.bands || rows[index] == expected.bytes[index / pixels * expected.bands + index % pixels]
        }
        #expect(pixels == expected.bands + 1 && isSame)
    }
}

extension [UInt8] {
    /// A JPEG with an EXIF block that says an orientation.
    func tagged(orientation: Int) -> [UInt8] {
        let tiff: [UInt8] = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation), 0, 0, 0, 0, 0, 0]
        let block = Array("Exif\0\0".utf8) + tiff
        return self[..<2] + [0xff, 0xe1, UInt8((block.count + 2) >> 8), UInt8((block.count + 2) & 255)] + block + self[2...]
    }
}
