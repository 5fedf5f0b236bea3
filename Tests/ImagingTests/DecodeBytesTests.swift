import CJPEG
import Foundation
import Geometry
import Testing
@testable import Imaging

/// The memory of decoders that hold the whole image.
@Suite struct DecodeBytesTests {
    let folder = Folder()

    private func bytesPerPixel(_ bytes: [UInt8]) throws -> Int {
        let description = try ImageDescription.describe(folder.source(bytes, "source"))
        #expect(description.decodeBytes % description.size.area == 0)
        return description.decodeBytes / description.size.area
    }

    @Test("Formats that are decoded row by row take no memory that grows with the image")
    func rowByRow() throws {
        let picture = Picture.waves(90, 60)
        for bytes in try [picture.jpeg(TJSAMP_420), picture.ppm, TIFF(picture).bytes(), picture.encoded(.png, in: folder)] {
            #expect(try bytesPerPixel(bytes) == 0)
        }
    }

    @Test("Formats that are decoded as a whole take memory for each pixel", arguments: [(ImageFormat.webp, 7), (.gif, 5), (.avif, 12)])
    func asAWhole(format: ImageFormat, bytes: Int) throws {
        #expect(try bytesPerPixel(Picture.waves(90, 60).encoded(format, in: folder)) == bytes)
    }

    /// The decoder holds coefficients of 16 bits for each sample.
    @Test("A progressive JPEG takes the memory of its coefficients")
    func progressiveJPEG() throws {
        let picture = Picture.waves(90, 60)
        #expect(try bytesPerPixel(picture.jpeg(TJSAMP_420, isProgressive: true)) == 3)
        #expect(try bytesPerPixel(picture.jpeg(TJSAMP_444, isProgressive: true)) == 6)
        #expect(try bytesPerPixel(Picture.waves(90, 60, bands: 1).jpeg(TJSAMP_GRAY, isProgressive: true)) == 2)
    }

    /// The header alone tells it.
    @Test("An interlaced PNG takes the memory of all its pixels")
    func interlacedPNG() throws {
        var png = try Picture.waves(90, 60).encoded(.png, in: folder)
        png[28] = 1
        // The checksum of the header, bit by bit (PNG, annex D).
        let sum = ~png[12..<29].reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        for index in 0..<4 { png[29 + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index))) }
        #expect(try bytesPerPixel(png) == 3)
    }

    /// All bytes of a strip are read twice: by us and by libtiff.
    @Test("A large strip of JPEG takes twice its bytes")
    func greatStripsOfJPEG() throws {
        var page = TIFF.Page(Picture.waves(90, 60, bands: 1))
        page.compression = 7
        page.chunks = [[0xff, 0xd8]]
        func bytes(_ side: Int, fileSize: Int) throws -> Int {
            page.size = PixelSize(width: side, height: side)
            let path = folder.write(TIFF(pages: [page]).bytes(), "strip.tif")
            try #require(truncate(path, fileSize) == 0)
            return try ImageDescription.describe(ImageSource(path: path)).decodeBytes
        }
        #expect(try bytes(9_000, fileSize: 40_000_000) == 80_000_000)
        #expect(try bytes(9_000, fileSize: 10_000_000) == 0)
        #expect(try bytes(3_000, fileSize: 40_000_000) == 2 * (1 << 20 + 36_000_000))
        #expect(try bytes(300, fileSize: 40_000_000) == 0)
    }

    /// Tiles at the edges count as whole tiles.
    @Test("A tiled TIFF takes the memory of two and a half rows of tiles")
    func rowsOfTiles() throws {
        var page = TIFF.Page(Picture.waves(64, 64), tile: 64)
        (page.size, page.tileSize) = (PixelSize(width: 100_000, height: 50_000), PixelSize(width: 1_024, height: 1_024))
        page.chunks = Array(repeating: [1], count: 98 * 49)
        let description = try ImageDescription.describe(folder.source(TIFF(pages: [page]).bytes(), "wide.tif"))
        #expect(description.rowBytes(of: nil) == 98 * 1_024 * 2_560 * 3)
        #expect(description.rowBytes(of: description.sourceLevels[0]) == description.rowBytes(of: nil))
    }

    @Test("A turned picture takes the memory of all its pixels")
    func turned() throws {
        let jpeg = try Picture.waves(90, 60).jpeg(TJSAMP_420)
        #expect(try [1, 2, 3, 6].map { try bytesPerPixel(jpeg.tagged(orientation: $0)) } == [0, 0, 3, 3])
    }
}
