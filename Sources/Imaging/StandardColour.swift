// StandardColour: whatever colours a file has, its pixels become sRGB or grey of 8 bits, or 16 where they are kept, with or without alpha.
private import CVips

extension ImageHandle {
    /// The image in sRGB (3 bands) or grey (1 band) of 8 bits, each with alpha where the image has it. Lazy: nothing is decoded here.
    /// - Parameter keepsDepth: whether colours of 16 bits stay so.
    func inStandardColour(keepsDepth: Bool = false) throws(ImagingError) -> ImageHandle {
        let image = try unpacked()
        if keepsDepth, let deep = try image.inDeepColour() { return deep }
        if let converted = image.convertedByProfile() { return try converted.asBytes() }
        return try image.convertedByInterpretation().asBytes()
    }

    /// In sRGB or grey of 16 bits; nil where the image has other colours than such.
    private func inDeepColour() throws(ImagingError) -> ImageHandle? {
        guard format == VIPS_FORMAT_USHORT, [VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_RGB16].contains(interpretation) else {
            return nil
        }
        let image = convertedByProfile(depth: 16) ?? self
        let most = (image.interpretation == VIPS_INTERPRETATION_GREY16 ? 1 : 3) + (image.hasAlpha ? 1 : 0)
        guard image.bands > most else { return image }
        return try Vips.run { out in unsafe azv_bands(image.pointer, out, 0, Int32(most)) }
    }

    /// Whether converting would change nothing.
    var isInStandardColour: Bool {
        guard unsafe pointer.pointee.Coding == VIPS_CODING_NONE, format == VIPS_FORMAT_UCHAR else { return false }
        return switch interpretation {
        case VIPS_INTERPRETATION_sRGB: bands <= 4 && (!hasProfile || profileIsStandard)
        case VIPS_INTERPRETATION_B_W: bands <= 2 && !hasProfile
        default: false
        }
    }

    /// By the embedded profile, or nil where there is none, where it says sRGB, or where it cannot be used: a broken profile is no reason
    /// not to show an image.
    private func convertedByProfile(depth: Int32 = 8) -> ImageHandle? {
        guard hasProfile, !profileIsStandard, format == VIPS_FORMAT_UCHAR || format == VIPS_FORMAT_USHORT else { return nil }
        do throws(ImagingError) {
            return try Vips.run { out in unsafe azv_icc_to_srgb(pointer, out, depth) }
        } catch {
            return nil
        }
    }

    /// Whether the embedded profile names itself one of the common sRGB ones. Converting would cost much and change nothing.
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

    /// Bands that are no colours, such as the channels of a microscope.
    private static let withoutMeaning = [
        VIPS_INTERPRETATION_MULTIBAND, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_MATRIX, VIPS_INTERPRETATION_FOURIER,
        VIPS_INTERPRETATION_HISTOGRAM,
    ]

    /// Three bands or more are shown as colours, fewer as grey.
    private func withMeaning() throws(ImagingError) -> ImageHandle {
        guard Self.withoutMeaning.contains(interpretation) else { return self }
        let count = bands >= 3 ? 3 : 1
        let picked = try Vips.run { out in unsafe azv_bands(pointer, out, 0, Int32(count)) }
        return try picked.tagged(count == 3 ? VIPS_INTERPRETATION_sRGB : VIPS_INTERPRETATION_B_W)
    }

    /// The same numbers under another meaning.
    private func tagged(_ interpretation: VipsInterpretation) throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_as(pointer, out, interpretation) }
    }

    /// Of two bytes the higher one, which is right for white at 65280 and at 65535 alike: libvips' own conversion rounds, and makes a
    /// brighter image of the latter.
    private func highByte() throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_cast(pointer, out, VIPS_FORMAT_UCHAR, 1) }
    }

    /// Whether numbers stand for brightness without saying which is white: measured values, floats, signed or long integers.
    var hasOpenRange: Bool {
        guard format != VIPS_FORMAT_UCHAR, format != VIPS_FORMAT_USHORT else { return false }
        let kinds = [VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_RGB16]
        return (kinds + Self.withoutMeaning).contains(interpretation)
    }

    /// Values from 0 to 1, or from 0 to 255, are taken for what they seem to be; any other range is spread over black to white.
    /// Computes the whole image to find its range.
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

    /// 8 bits a band, at most four bands.
    private func asBytes() throws(ImagingError) -> ImageHandle {
        var image = self
        let colours = image.interpretation == VIPS_INTERPRETATION_B_W ? 1 : 3
        let most = image.hasAlpha ? colours + 1 : colours
        if image.bands > most { image = try Vips.run { [image] out in unsafe azv_bands(image.pointer, out, 0, Int32(most)) } }
        guard image.format != VIPS_FORMAT_UCHAR else { return image }
        // Shifting keeps the high bits of an integer; a float is taken as it is.
        let isInteger = vips_band_format_isint(image.format) != 0
        return try Vips.run { [image] out in unsafe azv_cast(image.pointer, out, VIPS_FORMAT_UCHAR, isInteger ? 1 : 0) }
    }
}
