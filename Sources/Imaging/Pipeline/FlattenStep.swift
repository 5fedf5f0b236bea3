// FlattenStep: transparent pixels are laid on the background.
internal import CVips
internal import Geometry

/// Removes alpha if the format has none, or if black and white is asked for.
///
/// A tile in a format without alpha has none to remove, so all shortcuts are permitted.
struct FlattenStep: RenderStep {
    func applies(to plan: RenderPlan) -> Bool { !plan.keepsAlpha }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        try image.flattened(on: plan.background)
    }

    func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool { true }
}

extension ImageHandle {
    /// The image on an opaque background, without alpha. An image without alpha is returned as it is.
    func flattened(on background: Colour) throws(ImagingError) -> ImageHandle {
        guard hasAlpha else { return self }
        let image = try background.isGrey ? self : inFullColour()
        var colour = background.values(bands: image.bands - 1)
        let count = Int32(colour.count)
        return try Vips.run { out in unsafe azv_flatten(image.pointer, out, &colour, count) }
    }

    /// The image with three colour bands if it has one; alpha stays.
    func inFullColour() throws(ImagingError) -> ImageHandle {
        guard bands < 3 else { return self }
        return try Vips.run { out in unsafe azv_colourspace(pointer, out, VIPS_INTERPRETATION_sRGB) }
    }
}
