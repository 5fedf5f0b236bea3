// StandardColour: converts the colours of a file to sRGB or grey of 8 bits, or of 16 bits on demand, with alpha if the image has it.
private import CVips

extension ImageHandle {
    /// The image in sRGB (3 bands) or grey (1 band) of 8 bits, with alpha if the image has it. Lazy, unless the values have an open range
    /// (`hasOpenRange`): then the whole image is computed to find it.
    /// - Parameter keepsDepth: true to keep 16 bits a channel, if the image has them.
    /// - Throws: `unreadable` if the colours cannot be converted; `damaged` if finding the range needs pixels that cannot be read.
    func inStandardColour(keepsDepth: Bool = false) throws(ImagingError) -> ImageHandle {
        let image = try unpacked()
        if keepsDepth, let deep = try image.inDeepColour() { return deep }
        if let converted = image.convertedByProfile() { return try converted.asBytes() }
        return try image.convertedByInterpretation().asBytes()
    }

    /// The image in sRGB or grey of 16 bits. Nil if it has other colours than RGB or grey of 16 bits.
    private func inDeepColour() throws(ImagingError) -> ImageHandle? {
        guard format == VIPS_FORMAT_USHORT, [VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_RGB16].contains(interpretation) else {
            return nil
        }
        let image = convertedByProfile(depth: 16) ?? self
        let most = (image.interpretation == VIPS_INTERPRETATION_GREY16 ? 1 : 3) + (image.hasAlpha ? 1 : 0)
        guard image.bands > most else { return image }
        return try Vips.run { out in unsafe azv_bands(image.pointer, out, 0, Int32(most)) }
    }

    /// Whether `inStandardColour` would change nothing.
    var isInStandardColour: Bool {
        guard unsafe pointer.pointee.Coding == VIPS_CODING_NONE, format == VIPS_FORMAT_UCHAR else { return false }
        return switch interpretation {
        case VIPS_INTERPRETATION_sRGB: bands <= 4 && (!hasProfile || profileIsStandard)
        case VIPS_INTERPRETATION_B_W: bands <= 2 && !hasProfile
        default: false
        }
    }

    /// The image converted by its embedded profile. Nil if there is none, if it is sRGB, or if it cannot be used: an image with a broken
    /// profile is shown without it.
    private func convertedByProfile(depth: Int32 = 8) -> ImageHandle? {
        guard hasProfile, !profileIsStandard, format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT else { return nil }
        do throws(ImagingError) {
            return try Vips.run { out in unsafe azv_icc_to_srgb(pointer, out, depth) }
        } catch {
            return nil
        }
    }

    /// Whether the embedded profile has the name of a common sRGB profile. Then converting would take long and change nothing.
    private var profileIsStandard: Bool {
        guard format == VIPS_FORMAT_UCHAR, bands == 3 || bands == 4, interpretation == VIPS_INTERPRETATION_sRGB else { return false }
        var data: UnsafeRawPointer?
        var count = 0
        guard unsafe vips_image_get_blob(pointer, VIPS_META_ICC_NAME, &data, &count) == 0, let data = unsafe data, count <= 8192 else {
            return false
        }
        let profile = unsafe UnsafeRawBufferPointer(start: data, count: count)
        let names: [StaticString] = ["sRGB IEC61966-2", "sRGB built-in", "sRGB2014"]
        return names.contains { name in
            let name = unsafe UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            return profile.indices.dropLast(name.count - 1).contains { at in
                unsafe profile[at] == name[0] && profile[at..<at + name.count].elementsEqual(name)
            }
        }
    }

    private func convertedByInterpretation() throws(ImagingError) -> ImageHandle {
        if hasOpenRange { return try withMeaning().stretched() }
        switch interpretation {
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_B_W: return self
        case VIPS_INTERPRETATION_GREY16: return try highByte().tagged(VIPS_INTERPRETATION_B_W)
        case VIPS_INTERPRETATION_RGB16: return try highByte().tagged(VIPS_INTERPRETATION_sRGB)
        case let kind where Self.withoutMeaning.contains(kind): return try withMeaning()
        default: return try Vips.run { out in unsafe azv_colourspace(pointer, out, VIPS_INTERPRETATION_sRGB) }
        }
    }

    /// Interpretations whose bands have no defined colours, such as the channels of a microscope.
    private static let withoutMeaning = [
        VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_MATRIX, VIPS_INTERPRETATION_FOURIER,
        VIPS_INTERPRETATION_HISTOGRAM,
    ]

    /// If the bands have no defined colours, the first three as RGB, or the first one as grey if there are fewer.
    private func withMeaning() throws(ImagingError) -> ImageHandle {
        guard Self.withoutMeaning.contains(interpretation) else { return self }
        let count = bands >= 3 ? 3 : 1
        let picked = try Vips.run { out in unsafe azv_bands(pointer, out, 0, Int32(count)) }
        return try picked.tagged(count == 3 ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_B_W)
    }

    /// The same numbers with another interpretation.
    private func tagged(_ interpretation: VipsInterpretation) throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_as(pointer, out, interpretation) }
    }

    /// The higher one of two bytes. That is right if white is 65280 and if it is 65535. libvips' own conversion rounds, and gives a brighter
    /// image in the second case.
    private func highByte() throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_cast(pointer, out, VIPS_FORMAT_UCHAR, 1) }
    }

    /// Whether the values are brightness without a defined white: measured values, floats, signed or long integers.
    var hasOpenRange: Bool {
        guard format != VIPS_FORMAT_UCHAR, format != VIPS_FORMAT_USHORT else { return false }
        let kinds = [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_RGB16]
        return (kinds + Self.withoutMeaning).contains(interpretation)
    }

    /// Values between 0 and 1 become 0 to 255, and floating-point values between 0 and 255 stay; any other range is stretched from black to
    /// white. Computes the whole image to find its range.
    private func stretched() throws(ImagingError) -> ImageHandle {
        var least = 0.0
        var greatest = 0.0
        guard unsafe azv_range(pointer, &least, &greatest) == 0 else { throw Vips.failure(in: .reading) }
        let factor: Double
        if least >= 0 && greatest <= 1 {
            (factor, least) = (255, 0)
        } else if least >= 0 && greatest <= 255 && vips_band_format_isint(format) == 0 {
            (factor, least) = (1, 0)
        } else {
            factor = greatest > least ? 255 / (greatest - least) : 0
        }
        let spread = try Vips.run { out in unsafe azv_linear(pointer, out, factor, 0.5 - least * factor) }
        let bytes = try Vips.run { out in unsafe azv_cast(spread.pointer, out, VIPS_FORMAT_UCHAR, 0) }
        return try bytes.tagged(bytes.bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
    }

    /// 8 bits a band; one or three colours, and alpha.
    private func asBytes() throws(ImagingError) -> ImageHandle {
        var image = self
        let colours = image.interpretation == VIPS_INTERPRETATION_B_W ? 1 : 3
        let most = image.hasAlpha ? colours + 1 : colours
        if image.bands > most { image = try Vips.run { [image] out in unsafe azv_bands(image.pointer, out, 0, Int32(most)) } }
        guard image.format != VIPS_FORMAT_UCHAR else { return image }
        // Integers are shifted, to keep their high bits; floats are not.
        let isInteger = vips_band_format_isint(image.format) != 0
        return try Vips.run { [image] out in unsafe azv_cast(image.pointer, out, VIPS_FORMAT_UCHAR, isInteger ? 1 : 0) }
    }
}
