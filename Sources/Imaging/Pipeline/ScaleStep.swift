// ScaleStep: a region is scaled to its size in the result.
internal import CVips
internal import Geometry

/// Scales a region. Planes are scaled in their own way (`PlanarScaling`); the other shortcuts have pixels of one size only.
struct ScaleStep: RenderStep {
    func applies(to plan: RenderPlan) -> Bool {
        if case .region(let region, let size) = plan.frame { region.size != size } else { false }
    }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        try image.scaled(to: plan.frame.size)
    }

    func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool { shortcut == .planes }
}

extension ImageHandle {
    /// Scales to exactly that size: down with Lanczos' kernel, up with cubic interpolation.
    func scaled(to size: PixelSize) throws(ImagingError) -> ImageHandle {
        if size.width == width && size.height == height { return self }
        return try blending(exactly: false) { (image) throws(ImagingError) in
            let lower = PixelSize(width: min(size.width, image.width), height: min(size.height, image.height))
            var result = image
            if lower.width < image.width || lower.height < image.height {
                result = try Vips.run { out in
                    unsafe azv_resize(
                        image.pointer, out, Double(lower.width) / Double(image.width), Double(lower.height) / Double(image.height))
                }
            }
            if size != lower {
                let horizontal = Double(size.width) / Double(lower.width)
                let vertical = Double(size.height) / Double(lower.height)
                result = try result.placed(
                    AxisPlacement(scale: horizontal, origin: 0), AxisPlacement(scale: vertical, origin: 0), within: size)
            }
            guard result.width == size.width, result.height == size.height else {
                throw .unsupported(reason: "scaling gave \(result.width) x \(result.height) and not \(size.width) x \(size.height)")
            }
            return result
        }
    }
}
