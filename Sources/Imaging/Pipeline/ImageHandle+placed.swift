// Scaling and moving an image by numbers that need not be whole.
internal import CVips
internal import Geometry

/// The position of an image's pixels along one axis: an edge at e lies at origin + scale · e.
struct AxisPlacement {
    var scale: Double
    var origin: Double

    /// The offset for libvips, whose coordinates are those of pixel centres: 0 is the centre of the first pixel.
    var centreOffset: Double { origin + scale / 2 - 0.5 }
}

extension ImageHandle {
    /// Scales and moves by cubic interpolation. Beyond its edges the image continues with its outermost pixels.
    func placed(_ x: AxisPlacement, _ y: AxisPlacement, within size: PixelSize) throws(ImagingError) -> ImageHandle {
        guard let cubic = unsafe vips_interpolate_new("bicubic") else { throw Vips.failure(in: .processing) }
        defer { unsafe g_object_unref(cubic) }
        return try Vips.run { out in
            unsafe azv_affine(
                pointer, out, x.scale, y.scale, x.centreOffset, y.centreOffset, Int32(size.width), Int32(size.height), cubic)
        }
    }
}
