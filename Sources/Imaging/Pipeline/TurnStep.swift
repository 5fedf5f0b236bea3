// TurnStep: the image is mirrored and turned.
internal import CVips
internal import Geometry

/// Mirrors and turns the image after it has its size.
struct TurnStep: RenderStep {
    func applies(to plan: RenderPlan) -> Bool { !plan.turn.isNone }

    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
        try image.turned(plan.turn, alpha: plan.keepsAlpha, background: plan.background)
    }
}

extension ImageHandle {
    /// The image mirrored and turned. Quarters of a turn move pixels and change none. At other angles pixels are interpolated; around the
    /// image lies the background, or transparent pixels if `alpha` is true.
    ///
    /// The image is computed into memory first, because rows of the result go across its rows.
    fileprivate func turned(_ turn: Turn, alpha: Bool, background: Colour) throws(ImagingError) -> ImageHandle {
        var image = try inMemory()
        if turn.isMirrored { image = try Vips.run { [image] out in unsafe azv_mirror(image.pointer, out) } }
        switch turn.quarters {
        case 0: return image
        case let quarters?: return try Vips.run { [image] out in unsafe azv_turn_quarters(image.pointer, out, Int32(quarters)) }
        case nil: break
        }
        if alpha && !image.hasAlpha {
            image = try Vips.run { [image] out in unsafe azv_add_alpha(image.pointer, out) }
        } else if !alpha && !background.isGrey {
            image = try image.inFullColour()
        }
        return try image.blending(exactly: false) { (image) throws(ImagingError) in try image.turnedFreely(turn, background) }
    }

    /// Turns about the middle, by cubic interpolation.
    private func turnedFreely(_ turn: Turn, _ background: Colour) throws(ImagingError) -> ImageHandle {
        guard let cubic = unsafe vips_interpolate_new("bicubic") else { throw Vips.failure(in: .processing) }
        defer { unsafe g_object_unref(cubic) }
        let canvas = turn.canvas(of: PixelSize(width: width, height: height))
        // For libvips the origin is the middle of the first pixel.
        let (fromX, fromY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let (toX, toY) = (Double(canvas.width - 1) / 2, Double(canvas.height - 1) / 2)
        let (cosine, sine) = (turn.cosine, turn.sine)
        let x = toX - (cosine * fromX - sine * fromY)
        let y = toY - (sine * fromX + cosine * fromY)
        var colour = hasAlpha ? [Double](repeating: 0, count: bands) : background.values(bands: bands)
        let bands = Int32(bands)
        return try Vips.run { out in
            unsafe azv_turn(pointer, out, cosine, sine, x, y, Int32(canvas.width), Int32(canvas.height), &colour, bands, cubic)
        }
    }
}
