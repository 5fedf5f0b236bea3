// CropStep: the plan's region is cut out of the level.
internal import CVips
internal import Geometry

/// Cuts out a region. A tile that is the region has been cut already, so all shortcuts are permitted.
struct CropStep: RenderStep {
    func applies(to plan: RenderPlan) -> Bool {
        if case .region = plan.frame { true } else { false }
    }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        guard case .region(let region, _) = plan.frame,
            let inside = plan.region(ofLevel: PixelSize(width: image.width, height: image.height))
        else { return image }
        return try image.cropped(to: inside).repeatingEdges(to: region.size)
    }

    func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool { true }
}

extension ImageHandle {
    /// The region, in the image's pixels, which must lie within it.
    func cropped(to region: PixelRect) throws(ImagingError) -> ImageHandle {
        if region == PixelRect(x: 0, y: 0, width: width, height: height) { return self }
        return try Vips.run { out in
            unsafe azv_crop(pointer, out, Int32(region.x), Int32(region.y), Int32(region.width), Int32(region.height))
        }
    }

    /// The image with its last column and row repeated if the size is larger.
    fileprivate func repeatingEdges(to size: PixelSize) throws(ImagingError) -> ImageHandle {
        if size.width == width && size.height == height { return self }
        return try Vips.run { out in unsafe azv_repeat_edges(pointer, out, Int32(size.width), Int32(size.height)) }
    }
}
