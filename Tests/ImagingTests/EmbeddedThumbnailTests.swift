import CJPEG
import Geometry
import Testing
@testable import Imaging

/// Thumbnails in the EXIF data of very large pictures.
@Suite struct EmbeddedThumbnailTests {
    let folder = Folder()

    /// Thirty megapixels of one colour, quick to write and to read. The thumbnail has waves, and so can be told from the picture.
    private static let large = try? Picture(width: 6_000, height: 5_000, bands: 1, bytes: [UInt8](repeating: 128, count: 30_000_000)).jpeg(
        TJSAMP_GRAY)

    /// The thumbnail that is served of a large picture with this thumbnail in its file, and whether it is the one in the file.
    private func served(
        _ thumbnail: [UInt8], orientation: Int = 1, of picture: [UInt8]? = large, side: Int = 256
    ) throws -> (picture: Picture, isEmbedded: Bool) {
        let file = try folder.source(try #require(picture).withEXIF(orientation: orientation, thumbnail: thumbnail), "large.jpg")
        let bytes = try file.thumbnail(ImageDescription.describe(file), side: side, quality: 95)
        let source = try folder.source(bytes, "thumbnail.jpg")
        let description = try ImageDescription.describe(source)
        #expect(description.orientation == 1)
        let served = try Picture(LevelImage(decoding: source, description))
        return (served, Set(served.bytes).count > 20)
    }

    private func waves(_ width: Int, _ height: Int) throws -> [UInt8] { try Picture.waves(width, height).jpeg(TJSAMP_444) }

    @Test("The thumbnail of a large picture is served at its own size") func servedAsItIs() throws {
        let (picture, isEmbedded) = try served(waves(160, 133))
        #expect(isEmbedded)
        #expect(picture.size == PixelSize(width: 160, height: 133))
        #expect(picture.psnr(.waves(160, 133)) > 35)
    }

    @Test("A thumbnail in the file that is larger than asked is scaled") func neverLarger() throws {
        let (picture, isEmbedded) = try served(waves(300, 250), side: 256)
        #expect(isEmbedded && picture.size == PixelSize(width: 256, height: 213))
    }

    @Test("A thumbnail in the file is turned upright", arguments: 1...8) func upright(_ orientation: Int) throws {
        let (picture, isEmbedded) = try served(waves(160, 133), orientation: orientation)
        #expect(isEmbedded)
        #expect(picture.psnr(Picture.waves(160, 133).oriented(orientation)) > 35)
    }

    /// Cameras write thumbnails with black bars, for example.
    @Test(
        "A thumbnail of another shape than the picture, or a tiny one, is not used",
        arguments: [(160, 120), (133, 160), (160, 131), (160, 160), (80, 67)]) func ofAnotherShape(_ width: Int, _ height: Int) throws
    {
        let (picture, isEmbedded) = try served(waves(width, height))
        #expect(!isEmbedded && picture.size == PixelSize(width: 256, height: 213))
    }

    @Test("A damaged thumbnail is not used") func damaged() throws {
        let whole = try waves(160, 133)
        for bytes in [Array(whole.prefix(whole.count / 2)), Array(whole.dropLast(30)), [0xff, 0xd8, 0xff], Array("no picture".utf8), []] {
            #expect(try !served(bytes).isEmbedded)
        }
    }

    /// Small pictures are quick to decode.
    @Test("The thumbnail in a small picture is not used") func smallPictures() throws {
        let small = try Picture(width: 600, height: 500, bands: 1, bytes: [UInt8](repeating: 128, count: 300_000)).jpeg(TJSAMP_GRAY)
        #expect(try !served(waves(160, 133), of: small).isEmbedded)
    }
}

extension [UInt8] {
    /// A JPEG with an EXIF block (EXIF 2.32, 4.6): the first directory has an orientation, the second a thumbnail.
    fileprivate func withEXIF(orientation: Int, thumbnail: [UInt8]) -> [UInt8] {
        func big(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func entry(_ tag: Int, _ type: Int, _ value: [UInt8]) -> [UInt8] { big(tag, 2) + big(type, 2) + big(1, 4) + value }
        // The first directory is at offset 8 and takes 18 bytes, the second at 26 and takes 42.
        var block = Array("Exif\0\0MM".utf8) + big(42, 2) + big(8, 4)
        block += big(1, 2) + entry(0x0112, 3, big(orientation, 2) + [0, 0]) + big(26, 4)
        block += big(3, 2) + entry(0x0103, 3, [0, 6, 0, 0]) + entry(0x0201, 4, big(68, 4)) + entry(0x0202, 4, big(thumbnail.count, 4))
        block += big(0, 4) + thumbnail
        return self[..<2] + [0xff, 0xe1] + big(block.count + 2, 2) + block + self[2...]
    }
}
