import CVips
import Geometry
import Testing
@testable import Imaging

/// Failures while an image is encoded.
@Suite struct EncodingTests {
    let folder = Folder()

    /// libvips computes with complex numbers, but no format holds them.
    @Test("A failure of the encoder is no damage of the source", arguments: [ImageFormat.webp, .gif, .avif, .jp2])
    func anEncodersOwnFailure(format: ImageFormat) throws {
        let black = try ImageHandle.black(PixelSize(width: 30, height: 20), bands: 1)
        let complex = try Vips.run { out in azv_cast(black.pointer, out, VIPS_FORMAT_COMPLEX, 0) }
        let fourier = try Vips.run { out in azv_as(complex.pointer, out, VIPS_INTERPRETATION_FOURIER) }
        let error = #expect(throws: ImagingError.self) { try fourier.encoded(Encoding(format)) }
        guard case .notEncoded? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A failure of the source is damage, though the encoder reports it", arguments: ImageFormat.allCases) func aFailureOfTheSource(
        format: ImageFormat
    ) throws {
        // The file says that its tiles are deflated, and they are not.
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

    /// The limit is that of libjpeg, below that of the format.
    @Test("The widest JPEG can be written") func theWidestJPEG() throws {
        let widest = Encoding(.jpg).maximumSide
        let level = LevelImage(try ImageHandle.black(PixelSize(width: widest, height: 1), bands: 1))
        #expect(try !level.render(RenderPlan(region: PixelRect(level.size), encoding: Encoding(.jpg))).isEmpty)
    }
}
