// PlaceStep: the level is drawn at its place on a canvas.
internal import CVips
internal import Geometry

/// Draws a level on a canvas by numbers that need not be whole, with the background around and behind it. Cuts out the pixels it needs.
struct PlaceStep: RenderStep {
    func applies(to plan: RenderPlan) -> Bool {
        if case .canvas = plan.frame { true } else { false }
    }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        let (canvas, background, alpha) = (plan.frame.size, plan.background, plan.hasOpenBackground)
        let size = PixelSize(width: image.width, height: image.height)
        guard let (x, y) = plan.axes(ofLevel: size), let taken = plan.region(ofLevel: size) else {
            return try ImageHandle.filled(canvas, with: background, alpha: alpha)
        }
        let part = try image.cropped(to: taken)
        let drawn = try part.blending(exactly: true) { (part) throws(ImagingError) in try part.drawn(x, y) }
        var result = try alpha ? drawn : drawn.flattened(on: background)
        if !background.isGrey { result = try result.inFullColour() }
        if alpha && !result.hasAlpha {
            result = try Vips.run { [result] out in unsafe azv_add_alpha(result.pointer, out) }
        }
        return try result.embedded(
            atX: x.painted.lowerBound, y: y.painted.lowerBound, within: canvas, background: background.values(bands: result.bands))
    }
}

extension ImageHandle {
    /// The painted part of the canvas. An image that still shrinks a little after averaging is drawn at twice the size and halved, so
    /// that interpolation skips no pixel.
    fileprivate func drawn(_ x: ViewportAxis, _ y: ViewportAxis) throws(ImagingError) -> ImageHandle {
        let size = PixelSize(width: x.painted.count, height: y.painted.count)
        var image = self
        if x.shrink > 1 || y.shrink > 1 {
            image = try Vips.run { [image] out in unsafe azv_shrink(image.pointer, out, Double(x.shrink), Double(y.shrink)) }
        }
        if x.placement.scale >= 1 && y.placement.scale >= 1 { return try image.placed(x.placement, y.placement, within: size) }
        let twice = try image.placed(x.doubled, y.doubled, within: PixelSize(width: size.width * 2, height: size.height * 2))
        return try Vips.run { out in unsafe azv_shrink(twice.pointer, out, 2, 2) }
    }
}
