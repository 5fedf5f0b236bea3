// Images of one colour, and images on larger ones.
internal import CVips
internal import Geometry

extension ImageHandle {
    /// The image at its place in a larger one of one colour, which has a value for each band.
    func embedded(atX x: Int, y: Int, within size: PixelSize, background: [Double]) throws(ImagingError) -> ImageHandle {
        if x == 0 && y == 0 && size.width == width && size.height == height { return self }
        var background = background
        let bands = Int32(background.count)
        return try Vips.run { out in
            unsafe azv_embed(pointer, out, Int32(x), Int32(y), Int32(size.width), Int32(size.height), &background, bands)
        }
    }

    /// An image of one colour: in grey if the colour is grey, with the colour's alpha if `alpha` is true.
    static func filled(_ size: PixelSize, with colour: Colour, alpha: Bool) throws(ImagingError) -> ImageHandle {
        let colours = colour.isGrey ? 1 : 3
        let values = colour.values(bands: alpha ? colours + 1 : colours)
        let blank = try ImageHandle.black(size, bands: colours)
        guard let image = unsafe vips_image_new_from_image(blank.pointer, values, Int32(values.count)) else {
            throw Vips.failure(in: .processing)
        }
        return unsafe ImageHandle(adopting: image)
    }

    /// Black pixels, transparent if there is alpha.
    static func black(_ size: PixelSize, bands: Int) throws(ImagingError) -> ImageHandle {
        let pixels = try Vips.run { out in unsafe azv_black(out, Int32(size.width), Int32(size.height), Int32(bands)) }
        return try Vips.run { out in
            unsafe azv_as(pixels.pointer, out, bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
        }
    }
}
