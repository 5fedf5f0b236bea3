// Rendering a viewport: the image placed on a canvas by numbers that need not be whole.
public import Geometry
private import CVips

/// A canvas, and where on it the whole level lies.
public struct ViewportRender: Hashable, Sendable {
    /// In device pixels.
    public var canvas: PixelSize
    /// Where the whole image lies, in device pixels of the canvas; may reach far beyond it. Positive width and height.
    public var place: Rect
    /// How many pixels of the level the whole image covers, where that is no whole number: the last pixel of a level that was halved with
    /// ceil stands for less than the others. Nil where it is the level's size.
    public var covered: Size?
    public var encoding: Encoding
    /// Around the image, and behind it where it is transparent. Opaque where the format keeps no alpha.
    public var background: Colour

    public init(canvas: PixelSize, place: Rect, covered: Size? = nil, encoding: Encoding, background: Colour = .white) {
        self.canvas = canvas
        self.place = place
        self.covered = covered
        self.encoding = encoding
        self.background = background
    }

    /// The pixels of a level of that size that the canvas shows, with the few around them that interpolation needs; nil where it shows
    /// none. A mosaic for this render must hold these.
    public func region(ofLevel size: PixelSize) -> PixelRect? {
        guard let axes = axes(of: size) else { return nil }
        return PixelRect(x: axes.x.taken.lowerBound, y: axes.y.taken.lowerBound, width: axes.x.taken.count, height: axes.y.taken.count)
    }

    fileprivate func axes(of size: PixelSize) -> (x: ViewportAxis, y: ViewportAxis)? {
        let covered = covered ?? Size(width: Double(size.width), height: Double(size.height))
        guard let x = ViewportAxis(canvas: canvas.width, level: size.width, covered: covered.width, origin: place.x, extent: place.width),
            let y = ViewportAxis(canvas: canvas.height, level: size.height, covered: covered.height, origin: place.y, extent: place.height)
        else { return nil }
        return (x, y)
    }
}

/// One axis of a viewport: which pixels of the canvas are the image's, and which of the level's are needed for them.
private struct ViewportAxis {
    /// Pixels of the canvas whose centres lie on the image.
    let painted: Range<Int>
    /// Pixels of the level to take.
    let taken: Range<Int>
    /// So many of them are averaged into one first, so that what remains is shrunk by less than half.
    let shrink: Int
    /// From edges of the pixels taken, after averaging, to edges of those painted.
    let placement: AxisPlacement

    /// Device pixels a pixel of the level: beyond, libvips' own numbers have no room for where the image begins.
    private static let largestScale = 1_000_000.0

    /// Nil where the canvas shows nothing of the image.
    init?(canvas: Int, level: Int, covered: Double, origin: Double, extent: Double) {
        guard canvas > 0, level > 0, covered > 0, origin.isFinite, extent.isFinite, extent > 0 else { return nil }
        var (scale, origin, extent) = (extent / covered, origin, extent)
        guard scale > 0, scale.isFinite else { return nil }
        if scale > Self.largestScale {
            // About the middle of the canvas, which shows a small part of one pixel either way.
            let less = Self.largestScale / scale
            let middle = Double(canvas) / 2
            (scale, origin, extent) = (Self.largestScale, middle + (origin - middle) * less, extent * less)
        }
        // The first pixel whose centre i + 0.5 is not left of the image, and the first whose centre is not left of its end; an image
        // thinner than a pixel still shows as one.
        let first = max(0, (origin - 0.5).rounded(.up))
        let end = min(Double(canvas), max((origin + extent - 0.5).rounded(.up), first + 1))
        guard origin < Double(canvas), origin + extent > 0, first < end else { return nil }
        painted = Int(first)..<Int(end)
        shrink = Int(max(1, min(Double(level), (1 / scale).rounded(.down))))
        let margin = Double(3 * shrink)
        let lower = max(0, min(Double(level - 1), ((first - origin) / scale).rounded(.down) - margin))
        let upper = max(lower + 1, min(Double(level), ((end - origin) / scale).rounded(.up) + margin))
        // Averaged pixels are the same whichever part of the image is shown.
        let start = Int(lower) / shrink * shrink
        taken = start..<min(level, (Int(upper) + shrink - 1) / shrink * shrink)
        placement = AxisPlacement(scale: scale * Double(shrink), origin: origin - first + scale * Double(start))
    }

    /// The same on a canvas of twice the pixels.
    var doubled: AxisPlacement { AxisPlacement(scale: placement.scale * 2, origin: placement.origin * 2) }
}

extension LevelImage {
    /// The canvas as an encoded image. Throws `damaged` where the pixels cannot be read, `changedWhileReading`, `io`, and `unsupported`
    /// where the format cannot hold the canvas.
    public func render(_ render: ViewportRender) throws(ImagingError) -> [UInt8] {
        try render.encoding.check(render.canvas)
        let keepsAlpha = render.encoding.format.keepsAlpha
        guard let (x, y) = render.axes(of: size) else {
            return try ImageHandle.filled(render.canvas, with: render.background, alpha: keepsAlpha).encoded(render.encoding)
        }
        let taken = PixelRect(x: x.taken.lowerBound, y: y.taken.lowerBound, width: x.taken.count, height: y.taken.count)
        return try withPixels(of: taken) { (image) throws(ImagingError) in
            let part = try image.cropped(to: taken)
            let drawn = try part.blending(exactly: true) { (part) throws(ImagingError) in try part.drawn(x, y) }
            let flat = try keepsAlpha && render.background.alpha < 255 ? drawn : drawn.flattened(on: render.background)
            let result = try flat.backed(
                atX: x.painted.lowerBound, y: y.painted.lowerBound, within: render.canvas, by: render.background, alpha: keepsAlpha)
            return try result.encoded(render.encoding)
        }
    }
}

extension ImageHandle {
    /// The painted part of the canvas. Where the image still shrinks a little, it is drawn at twice the size and halved, so that
    /// interpolation skips no pixel.
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

    /// The image at its place on a canvas of that colour, with alpha where that is wanted and the colour has any.
    fileprivate func backed(
        atX x: Int, y: Int, within size: PixelSize, by background: Colour, alpha: Bool
    ) throws(ImagingError) -> ImageHandle {
        var image = self
        if !background.isGrey { image = try image.inFullColour() }
        if alpha && background.alpha < 255 && !image.hasAlpha {
            image = try Vips.run { [image] out in unsafe azv_add_alpha(image.pointer, out) }
        }
        return try image.embedded(atX: x, y: y, within: size, background: background.values(bands: image.bands))
    }

    /// The image at its place in a larger one of a colour, which has a value for each band.
    func embedded(atX x: Int, y: Int, within size: PixelSize, background: [Double]) throws(ImagingError) -> ImageHandle {
        if x == 0 && y == 0 && size.width == width && size.height == height { return self }
        var background = background
        let bands = Int32(background.count)
        return try Vips.run { out in
            unsafe azv_embed(pointer, out, Int32(x), Int32(y), Int32(size.width), Int32(size.height), &background, bands)
        }
    }

    /// A canvas on which there is nothing.
    fileprivate static func filled(_ size: PixelSize, with colour: Colour, alpha: Bool) throws(ImagingError) -> ImageHandle {
        let colours = colour.isGrey ? 1 : 3
        let values = colour.values(bands: alpha && colour.alpha < 255 ? colours + 1 : colours)
        let blank = try ImageHandle.black(size, bands: colours)
        guard let image = unsafe vips_image_new_from_image(blank.pointer, values, Int32(values.count)) else {
            throw Vips.failure(in: .processing)
        }
        return unsafe ImageHandle(adopting: image)
    }
}
