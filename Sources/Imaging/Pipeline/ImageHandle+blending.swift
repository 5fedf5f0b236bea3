// Computing with colours that are multiplied by their alpha.
internal import CVips

extension ImageHandle {
    /// Runs `body` on colours multiplied by their alpha, so that colours of transparent pixels do not bleed into visible ones.
    ///
    /// An image with alpha has floating-point values in `body`; with `exactly` every image has. Several operations that each round to
    /// whole numbers would make an image brighter.
    func blending(
        exactly: Bool, _ body: (ImageHandle) throws(ImagingError) -> ImageHandle
    ) throws(ImagingError) -> ImageHandle {
        guard hasAlpha || exactly else { return try body(self) }
        let floats = try Vips.run { out in
            unsafe hasAlpha ? azv_premultiply(pointer, out) : azv_cast(pointer, out, VIPS_FORMAT_FLOAT, 0)
        }
        let blended = try body(floats)
        let result = try hasAlpha ? Vips.run { out in unsafe azv_unpremultiply(blended.pointer, out) } : blended
        guard vips_band_format_isint(format) != 0 else { return result }
        // A cast alone would cut the fraction off.
        let rounded = try Vips.run { out in unsafe azv_linear(result.pointer, out, 1, 0.5) }
        return try Vips.run { out in unsafe azv_cast(rounded.pointer, out, format, 0) }
    }
}
