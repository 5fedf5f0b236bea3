// ViewportAxis: the arithmetic of a level on a canvas, along one axis.
internal import Geometry

/// Which pixels of a canvas are the image's, and which pixels of a level are needed to draw them.
struct ViewportAxis {
    /// Pixels of the canvas whose centres lie on the image.
    let painted: Range<Int>
    /// Pixels of the level that are needed.
    let taken: Range<Int>
    /// This many pixels of the level are averaged into one first, so that the rest of the scaling shrinks by less than half.
    let shrink: Int
    /// From edges of the taken pixels, after averaging, to edges of the painted ones.
    let placement: AxisPlacement

    /// Device pixels for one pixel of the level. Beyond this, libvips' numbers have no room for the image's origin.
    private static let largestScale = 1_000_000.0

    /// - Parameters:
    ///   - canvas: extent of the canvas, in device pixels.
    ///   - level: extent of the level, in its pixels.
    ///   - covered: how many pixels of the level the image covers.
    ///   - origin: where the image begins on the canvas, in device pixels.
    ///   - extent: extent of the image, in device pixels.
    /// Nil if the canvas shows nothing of the image.
    init?(canvas: Int, level: Int, covered: Double, origin: Double, extent: Double) {
        guard canvas > 0, level > 0, covered > 0, origin.isFinite, extent.isFinite, extent > 0 else { return nil }
        var (scale, origin, extent) = (extent / covered, origin, extent)
        guard scale > 0, scale.isFinite else { return nil }
        if scale > Self.largestScale {
            // Scaled about the middle of the canvas, which shows a small part of one pixel either way.
            let less = Self.largestScale / scale
            let middle = Double(canvas) / 2
            (scale, origin, extent) = (Self.largestScale, middle + (origin - middle) * less, extent * less)
        }
        // The first pixel whose centre i + 0.5 is not left of the image, and the first whose centre is not left of its end. An image
        // thinner than a pixel is drawn as one pixel.
        let first = max(0, (origin - 0.5).rounded(.up))
        let end = min(Double(canvas), max((origin + extent - 0.5).rounded(.up), first + 1))
        guard origin < Double(canvas), origin + extent > 0, first < end else { return nil }
        painted = Int(first)..<Int(end)
        shrink = Int(max(1, min(Double(level), (1 / scale).rounded(.down))))
        let margin = Double(3 * shrink)
        let lower = max(0, min(Double(level - 1), ((first - origin) / scale).rounded(.down) - margin))
        let upper = max(lower + 1, min(Double(level), ((end - origin) / scale).rounded(.up) + margin))
        // Averaged pixels begin at multiples of `shrink`, so that they are the same whichever part of the image is shown.
        let start = Int(lower) / shrink * shrink
        taken = start..<min(level, (Int(upper) + shrink - 1) / shrink * shrink)
        placement = AxisPlacement(scale: scale * Double(shrink), origin: origin - first + scale * Double(start))
    }

    /// The placement on a canvas with twice the pixels.
    var doubled: AxisPlacement { AxisPlacement(scale: placement.scale * 2, origin: placement.origin * 2) }
}

extension RenderPlan {
    /// Both axes of a level of that size on the plan's canvas. Nil if the canvas shows nothing of the image, or if there is no canvas.
    func axes(ofLevel size: PixelSize) -> (x: ViewportAxis, y: ViewportAxis)? {
        guard case .canvas(let canvas, let place, let covered) = frame else { return nil }
        let extent = covered ?? Size(width: Double(size.width), height: Double(size.height))
        guard let x = ViewportAxis(canvas: canvas.width, level: size.width, covered: extent.width, origin: place.x, extent: place.width),
            let y = ViewportAxis(canvas: canvas.height, level: size.height, covered: extent.height, origin: place.y, extent: place.height)
        else { return nil }
        return (x, y)
    }
}
