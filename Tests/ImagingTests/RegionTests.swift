import Geometry
import Testing
@testable import Imaging

/// Regions: cut, scaled and encoded.
@Suite struct RegionTests {
    let folder = Folder()
    static let picture = Picture.waves(301, 199)

    private func rendered(_ render: RenderPlan, of picture: Picture = Self.picture) throws -> Picture {
        try Picture(decoding: picture.level(in: folder).render(render), in: folder)
    }

    @Test(
        "A region at its own size keeps its pixels",
        arguments: [
            PixelRect(x: 0, y: 0, width: 301, height: 199), PixelRect(x: 300, y: 198, width: 1, height: 1),
            PixelRect(x: 17, y: 0, width: 33, height: 199), PixelRect(x: 0, y: 64, width: 256, height: 128),
        ])
    func atItsOwnSizeARegionKeepsItsPixels(region: PixelRect) throws {
        #expect(try rendered(RenderPlan(region: region, encoding: Encoding(.png))) == Self.picture.cropped(region))
    }

    @Test(
        "A region outside the level is refused",
        arguments: [
            PixelRect(x: 0, y: 0, width: 303, height: 199), PixelRect(x: -1, y: 0, width: 10, height: 10),
            PixelRect(x: 5, y: 5, width: 0, height: 3), PixelRect(x: 301, y: 0, width: 1, height: 1),
            PixelRect(x: 5, y: 5, width: -4, height: 3),
        ])
    func aRegionOutsideIsRefused(region: PixelRect) throws {
        let level = try Self.picture.level(in: folder)
        let render = RenderPlan(region: region, size: PixelSize(width: 10, height: 10), encoding: Encoding(.png))
        #expect(throws: ImagingError.unsupported(reason: "the region lies outside the image")) { try level.render(render) }
    }

    /// Sizes from one pixel to four times the source, also with one side that grows and one that shrinks.
    @Test("Every size comes out exactly as asked") func anySizeIsExact() throws {
        let level = try Picture.waves(37, 23).level(in: folder)
        for width in [1, 2, 3, 5, 11, 18, 36, 37, 38, 74, 148] {
            for height in [1, 2, 7, 22, 23, 24, 46, 92] {
                let size = PixelSize(width: width, height: height)
                let bytes = try level.render(RenderPlan(region: PixelRect(level.size), size: size, encoding: Encoding(.png)))
                #expect(try ImageDescription.describe(folder.source(bytes, "scaled.png")).size == size)
            }
        }
    }

    @Test("Shrinking is close to averaging") func shrinkingIsCloseToAveraging() throws {
        let picture = Picture.waves(512, 384)
        let expected = picture.halved().halved()
        let actual = try rendered(RenderPlan(region: PixelRect(picture.size), size: expected.size, encoding: Encoding(.png)), of: picture)
        #expect(actual.psnr(expected) > 38)
    }

    /// A ramp stays a ramp with the same ends.
    @Test("Growing moves nothing by half a pixel") func growingMovesNothing() throws {
        let ramp = Picture(width: 60, height: 4, bands: 1) { x, _, _ in 4 * x }
        let size = PixelSize(width: 180, height: 4)
        let grown = try rendered(RenderPlan(region: PixelRect(ramp.size), size: size, encoding: Encoding(.png)), of: ramp)
        for x in 6..<174 { #expect(abs(Double(grown[x, 1, 0]) - 4 * ((Double(x) + 0.5) / 3 - 0.5)) <= 1) }
    }

    @Test("Colours of transparent pixels do not bleed into visible ones") func unseenColoursDoNotBleed() throws {
        // The opaque half is red, and the transparent half green.
        let picture = Picture(width: 64, height: 64, bands: 4) { x, _, band in x < 31 ? [255, 0, 0, 255][band] : [0, 255, 0, 0][band] }
        let small = try rendered(
            RenderPlan(region: PixelRect(picture.size), size: PixelSize(width: 16, height: 16), encoding: Encoding(.png)), of: picture)
        #expect(small.bands == 4)
        for x in 0..<16 where small[x, 8, 3] > 8 { #expect(small[x, 8, 1] <= 2) }
        #expect(small.pixel(2, 8) == [255, 0, 0, 255])
    }

    @Test("A format without alpha shows transparent pixels on the background") func transparencyIsLaidOnTheBackground() throws {
        let picture = Picture(width: 40, height: 40, bands: 4) { x, _, band in [200, 100, 0, x < 20 ? 255 : 0][band] }
        let render = RenderPlan(
            region: PixelRect(picture.size), encoding: Encoding(.jpg, quality: 95), background: Colour(red: 10, green: 20, blue: 250))
        let flat = try rendered(render, of: picture)
        #expect(flat.bands == 3)
        #expect(zip(flat.pixel(5, 5), [200, 100, 0]).allSatisfy { abs($0 - $1) < 6 })
        #expect(zip(flat.pixel(35, 5), [10, 20, 250]).allSatisfy { abs($0 - $1) < 6 })
    }

    @Test("Qualities reduce the colours to grey, or to black and white") func qualitiesReduceTheColours() throws {
        func inQuality(_ quality: RenderPlan.Quality, of picture: Picture = Self.picture) throws -> Picture {
            try rendered(RenderPlan(region: PixelRect(picture.size), quality: quality, encoding: Encoding(.png)), of: picture)
        }
        #expect(try inQuality(.default) == Self.picture)
        let grey = try inQuality(.gray)
        #expect(grey.bands == 1)
        let bitonal = try inQuality(.bitonal)
        #expect(bitonal.bands == 1 && Set(bitonal.bytes) == [0, 255])
        #expect(zip(grey.bytes, bitonal.bytes).allSatisfy { ($0 >= 128) == ($1 == 255) })
        let greySource = Picture.waves(30, 20, bands: 1)
        #expect(try inQuality(.gray, of: greySource) == greySource)
        #expect(try inQuality(.default, of: greySource) == greySource)
    }

    @Test("A size beyond the limit of the format is refused with the limit") func limitsOfFormatsAreTold() throws {
        let level = try Picture.waves(20, 10).level(in: folder)
        for (format, side) in [(ImageFormat.webp, 16_384), (.jpg, 65_501), (.gif, 65_536)] {
            let render = RenderPlan(region: PixelRect(level.size), size: PixelSize(width: side, height: 1), encoding: Encoding(format))
            let reason = "\(format.fileExtension) has at most \(side - 1) pixels on a side"
            #expect(throws: ImagingError.unsupported(reason: reason)) { try level.render(render) }
        }
    }

    @Test("No metadata of the file goes into the rendered image") func nothingOfTheFileGoesIntoTheImage() throws {
        let jpeg = try Self.picture.encoded(.jpg, in: folder).tagged(orientation: 6)
        let file = try folder.source(jpeg, "tagged.jpg")
        let level = try LevelImage(decoding: file, ImageDescription.describe(file))
        let bytes = try level.render(RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg)))
        #expect(!bytes.indices.dropLast(4).contains { bytes[$0..<$0 + 4].elementsEqual("Exif".utf8) })
    }
}
