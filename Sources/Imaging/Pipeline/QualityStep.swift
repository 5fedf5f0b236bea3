// QualityStep: colours are reduced to grey, or to black and white.
internal import CVips

/// Reduces the colours of the image.
struct QualityStep: RenderStep {
    /// Values from here on are white in a black and white image.
    private static let threshold = 128.0

    func applies(to plan: RenderPlan) -> Bool { plan.quality != .default }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        let grey = try image.inGrey()
        guard plan.quality == .bitonal else { return grey }
        return try Vips.run { out in unsafe azv_threshold(grey.pointer, out, Self.threshold) }
    }
}

extension ImageHandle {
    /// The image with one colour band; alpha stays.
    fileprivate func inGrey() throws(ImagingError) -> ImageHandle {
        if bands < 3 { return self }
        return try Vips.run { out in unsafe azv_colourspace(pointer, out, VIPS_INTERPRETATION_B_W) }
    }
}
