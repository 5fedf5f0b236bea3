import CVips
import Geometry
import Testing
@testable import Imaging

/// Encoders that fail: not the source's damage.
@Suite struct EncodingTests {
    let folder = Folder()

    /// Complex numbers are pixels like others, and no format holds them.
    @Test(arguments: [ImageFormat.webp, .gif, .avif, .jp2]) func anEncodersOwnFailure(format: ImageFormat) throws {
        let black = try ImageHandle.black(PixelSize(width: 30, height: 20), bands: 1)
        let complex = try Vips.run { out in azv_cast(black.pointer, out, VIPS_FORMAT_COMPLEX, 0) }
        let fourier = try Vips.run { out in azv_as(complex.pointer, out, VIPS_INTERPRETATION_FOURIER) }
        let error = #expect(throws: ImagingError.self) { try fourier.encoded(Encoding(format)) }
        guard case .notEncoded? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// What cannot be decoded is damage also where the encoder tells of it.
    @Test(arguments: ImageFormat.allCases) func aFailureOfTheSource(format: ImageFormat) throws {
        // Of tiles that say to be deflated, and are not.
        var page = TIFF.Page(.waves(300, 200), tile: 64)
        page.compression = 8
        let file = try folder.source(TIFF(pages: [page]).bytes(), "bad.tif")
        let reader = try ImageReader(file, ImageDescription.describe(file))
        let render = RenderPlan(region: PixelRect(x: 0, y: 0, width: 300, height: 200), encoding: Encoding(format))
        let error = #expect(throws: ImagingError.self) { try reader.levels[0].render(render) }
        guard case .damaged? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// Of libjpeg, and less than the format could have.
    @Test func theWidestJPEG() throws {
        let widest = Encoding(.jpg).maximumSide
        let level = LevelImage(try ImageHandle.black(PixelSize(width: widest, height: 1), bands: 1))
        #expect(try !level.render(RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg))).isEmpty)
    }
}
