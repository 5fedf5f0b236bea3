import Foundation
import Geometry
import Testing
@testable import Imaging

/// Every kind of colour becomes sRGB or grey of 8 bits.
@Suite struct ColourTests {
    let folder = Folder()

    private func decoded(_ page: TIFF.Page) throws -> Picture {
        let file = try folder.source(TIFF(pages: [page]).bytes(), "colour.tif")
        return try Picture(LevelImage(decoding: file, ImageDescription.describe(file)))
    }

    /// A page of numbers of more than one byte, little-endian.
    private func page<Number>(_ numbers: [Number], width: Int, samples: Int = 1, sampleFormat: Int, photometric: Int = 1) -> TIFF.Page {
        let bytes = numbers.withUnsafeBytes { Array($0) }
        return TIFF.Page(
            size: PixelSize(width: width, height: numbers.count / width / samples), samples: samples,
            bits: MemoryLayout<Number>.size * 8, sampleFormat: sampleFormat, photometric: photometric, chunks: [bytes])
    }

    @Test("Of 16 bits the higher 8 remain") func sixteenBitsAreHalved() throws {
        let grey = try decoded(page([0, 255, 256, 0x80ff, 0xffff, 0x1234] as [UInt16], width: 3, sampleFormat: 1))
        #expect(grey == Picture(width: 3, height: 2, bands: 1, bytes: [0, 0, 1, 0x80, 0xff, 0x12]))
        let values: [UInt16] = [0xffff, 0x8000, 0, 0x0100, 0x0200, 0x0300]
        let colours = try decoded(page(values, width: 2, samples: 3, sampleFormat: 1, photometric: 2))
        #expect(colours == Picture(width: 2, height: 1, bands: 3, bytes: [255, 128, 0, 1, 2, 3]))
        let transparent = try decoded(page([0xffff, 0x8000, 0, 0x8080] as [UInt16], width: 1, samples: 4, sampleFormat: 1, photometric: 2))
        #expect(transparent == Picture(width: 1, height: 1, bands: 4, bytes: [255, 128, 0, 128]))
    }

    @Test("Floating-point values are stretched unless their range is known") func floatsAreTakenForWhatTheySeem() throws {
        #expect(try decoded(page([0, 0.25, 0.5, 1] as [Float], width: 2, sampleFormat: 3)).bytes == [0, 64, 128, 255])
        #expect(try decoded(page([0, 100, 200.4, 255] as [Float], width: 2, sampleFormat: 3)).bytes == [0, 100, 200, 255])
        #expect(try decoded(page([-1000, 0, 500, 1000] as [Float], width: 2, sampleFormat: 3)).bytes == [0, 128, 191, 255])
        #expect(try decoded(page([7, 7, 7, 7] as [Float], width: 2, sampleFormat: 3)).bytes == [7, 7, 7, 7])
    }

    @Test("Signed and long integers are stretched from black to white") func signedNumbersAreSpread() throws {
        #expect(try decoded(page([-200, 0, 200, 800] as [Int16], width: 2, sampleFormat: 2)).bytes == [0, 51, 102, 255])
        #expect(try decoded(page([0, 1000, 2000, 4000] as [UInt32], width: 2, sampleFormat: 1)).bytes == [0, 64, 128, 255])
    }

    @Test("White can be zero") func whiteCanBeZero() throws {
        var page = TIFF.Page(Picture(width: 2, height: 1, bands: 1, bytes: [0, 200]))
        page.photometric = 0
        #expect(try decoded(page).bytes == [255, 55])
    }

    @Test("One bit is black or white") func oneBitIsBlackAndWhite() throws {
        let size = PixelSize(width: 10, height: 1)
        let page = TIFF.Page(size: size, samples: 1, bits: 1, photometric: 1, chunks: [[0b1010_0000, 0b0100_0000]])
        #expect(try decoded(page).bytes == [255, 0, 255, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test("CMYK becomes sRGB") func inksBecomeColours() throws {
        let inks: [[UInt8]] = [[0, 0, 0, 0], [0, 0, 0, 255], [0, 255, 255, 0], [255, 0, 0, 0]]
        let page = TIFF.Page(size: PixelSize(width: 4, height: 1), samples: 4, photometric: 5, chunks: [inks.flatMap { $0 }])
        let picture = try decoded(page)
        #expect(picture.bands == 3)
        #expect(picture.pixel(0, 0).allSatisfy { $0 > 240 })
        #expect(picture.pixel(1, 0).allSatisfy { $0 < 70 })
        let (red, cyan) = (picture.pixel(2, 0), picture.pixel(3, 0))
        #expect(red[0] > 180 && red[1] < 90 && red[2] < 90)
        #expect(cyan[0] < 90 && cyan[2] > 180)
    }

    /// Display P3 (SMPTE EG 432-1) is converted to sRGB (IEC 61966-2-1) by their definitions.
    @Test("Embedded profiles are applied") func embeddedProfilesAreObeyed() throws {
        let colours: [[UInt8]] = [[200, 60, 60], [60, 200, 80], [90, 90, 210], [128, 128, 128], [250, 240, 10]]
        var page = TIFF.Page(Picture(width: 5, height: 1, bands: 3, bytes: colours.flatMap { $0 }))
        page.profile = Profile.wide(gamma: 2.2)
        let picture = try decoded(page)
        for (x, colour) in colours.enumerated() {
            let linear = colour.map { pow(Double($0) / 255, 2.2) }
            let matrix = [[1.2249, -0.2247, 0], [-0.0420, 1.0419, 0], [-0.0197, -0.0786, 1.0979]]
            for band in 0..<3 {
                let value = min(1, max(0, zip(matrix[band], linear).reduce(0) { $0 + $1.0 * $1.1 }))
                let expected = 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * pow(value, 1 / 2.4) - 0.055)
                #expect(abs(Double(picture[x, 0, band]) - expected) < 4, "\(colour) band \(band)")
            }
        }
    }

    @Test("A profile that cannot be read is ignored") func aProfileThatCannotBeReadIsIgnored() throws {
        let picture = Picture.waves(20, 10)
        var page = TIFF.Page(picture)
        page.profile = Array("no profile at all".utf8)
        #expect(try decoded(page) == picture)
    }

    @Test("An sRGB profile is not applied") func aProfileOfTheStandardIsNotApplied() throws {
        let picture = Picture.waves(20, 10)
        var page = TIFF.Page(picture)
        page.profile = Profile.wide(gamma: 1, name: "sRGB IEC61966-2.1")
        #expect(try decoded(page) == picture)
    }
}
