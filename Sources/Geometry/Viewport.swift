// Viewport: the part of an image that a view shows, given by scale, anchor and offset. It is normalised so that no gap shows.

/// An image seen through a view. An instance is normalised: its scale is within its bounds, and along each axis the image either covers the
/// view or is centred in it.
///
/// An image point p, in image pixels, appears at `translation + zoom * p`, in CSS pixels from the view's top left corner. The browser
/// client does the same operations in the same order, so that both get the same numbers.
public struct Viewport: Hashable, Sendable {
    /// The size of the whole image, in pixels.
    public let image: PixelSize

    /// The size of the view, in CSS pixels.
    public let view: Size

    /// Device pixels per CSS pixel.
    public let dpr: Double

    /// The bounds of the scale.
    public let scales: ViewportScales

    /// The magnification relative to the fitted image: 1 is fitted.
    public let scale: Double

    /// The point about which `scale` is applied, in unit coordinates of the fitted image. It may lie outside the image.
    public let anchor: Point

    /// The position of the image's top left corner, in CSS pixels from the view's top left corner.
    public let translation: Point

    /// The range of the sides of a view, in CSS pixels.
    public static let viewSides = 1e-6...16384.0

    /// The range of `dpr`.
    public static let dprs = 1e-6...8.0

    /// The range of the coordinates of an anchor and of an offset.
    public static let coordinates = -1e18...1e18

    /// Creates the normalised viewport nearest to the given values.
    /// - Parameters:
    ///   - image: in pixels, each side within `PyramidGrid.sides`.
    ///   - view: in CSS pixels.
    ///   - dpr: device pixels per CSS pixel.
    ///   - scale: any positive number; it is clamped to the bounds. Nil means `ideal`.
    ///   - anchor: in unit coordinates of the fitted image.
    ///   - offset: the translation in addition to the one that scaling about the anchor causes, in CSS pixels.
    ///   - min, ideal, max: as in `ViewportScales`.
    /// - Throws: `ViewportError` when a side of the view or the dpr is out of range, the scale is not a positive finite number, a
    ///   coordinate of anchor or offset is out of range, or `ViewportScales` refuses the bounds.
    public init(
        image: PixelSize, view: Size, dpr: Double = 1, scale: Double? = nil, anchor: Point = .centre, offset: Point = .zero,
        min: Double? = nil, ideal: Double? = nil, max: Double? = nil
    ) throws(ViewportError) {
        precondition(PyramidGrid.sides.contains(image.width) && PyramidGrid.sides.contains(image.height), "no such image")
        try ViewportError.require(view.width, .width, in: Self.viewSides, "a number above 0, at most 16384")
        try ViewportError.require(view.height, .height, in: Self.viewSides, "a number above 0, at most 16384")
        try ViewportError.require(dpr, .dpr, in: Self.dprs, "a number above 0, at most 8")
        for (field, point) in [(ViewportError.Field.anchor, anchor), (.offset, offset)] {
            try ViewportError.require(point.x, field, in: Self.coordinates, "two numbers from -1e18 to 1e18")
            try ViewportError.require(point.y, field, in: Self.coordinates, "two numbers from -1e18 to 1e18")
        }
        let fit = Self.fit(image, in: view)
        let scales = try ViewportScales(min: min, ideal: ideal, max: max, fit: fit, dpr: dpr)
        if let scale, !(scale > 0 && scale.isFinite) {
            throw ViewportError(field: .scale, value: scale, allowed: "a number above 0")
        }
        let clamped = scales.clamp(scale ?? scales.ideal)
        let rest = Self.translation(image: image, view: view, scale: clamped, anchor: anchor)
        self.init(
            image: image, view: view, dpr: dpr, scales: scales, scale: clamped, anchor: anchor,
            wanted: Point(x: rest.x + offset.x, y: rest.y + offset.y))
    }

    /// All values except `wanted` must be valid. The translation becomes the nearest to `wanted` that shows no gap.
    private init(
        image: PixelSize, view: Size, dpr: Double, scales: ViewportScales, scale: Double, anchor: Point, wanted: Point
    ) {
        self.image = image
        self.view = view
        self.dpr = dpr
        self.scales = scales
        self.scale = scale
        self.anchor = anchor
        let zoom = scale * Self.fit(image, in: view)
        translation = Point(
            x: Self.normalised(wanted.x, content: zoom * Double(image.width), view: view.width),
            y: Self.normalised(wanted.y, content: zoom * Double(image.height), view: view.height))
    }

    /// The same image and view at another scale, which must be within the bounds. The translation is the nearest to `wanted` that shows no
    /// gap.
    func moved(scale: Double, anchor: Point, wanted: Point) -> Viewport {
        Viewport(image: image, view: view, dpr: dpr, scales: scales, scale: scale, anchor: anchor, wanted: wanted)
    }

    /// CSS pixels per image pixel at scale 1.
    public var fit: Double { Self.fit(image, in: view) }

    /// CSS pixels per image pixel.
    public var zoom: Double { scale * fit }

    /// The translation in addition to the one that scaling about the anchor causes, in CSS pixels.
    public var offset: Point {
        let rest = Self.translation(image: image, view: view, scale: scale, anchor: anchor)
        return Point(x: translation.x - rest.x, y: translation.y - rest.y)
    }

    /// The rectangle of the whole image in the view, in CSS pixels. It may extend beyond the view.
    public var frame: Rect {
        Rect(x: translation.x, y: translation.y, width: zoom * Double(image.width), height: zoom * Double(image.height))
    }

    /// The visible part of the image, in image pixels.
    public var region: Rect {
        let zoom = zoom
        let left = Swift.max(0, -translation.x / zoom)
        let top = Swift.max(0, -translation.y / zoom)
        let right = Swift.min(Double(image.width), (view.width - translation.x) / zoom)
        let bottom = Swift.min(Double(image.height), (view.height - translation.y) / zoom)
        return Rect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The view in device pixels, which is the size of the viewport's rendered image. At least 1 on each side.
    public var deviceSize: PixelSize {
        PixelSize(
            width: Swift.max(1, Int((view.width * dpr).rounded())), height: Swift.max(1, Int((view.height * dpr).rounded())))
    }

    /// The same view of the image, described with another anchor.
    /// - Parameter anchor: in unit coordinates; each within `coordinates`.
    public func anchored(at anchor: Point) -> Viewport { moved(scale: scale, anchor: anchor, wanted: translation) }

    private static func fit(_ image: PixelSize, in view: Size) -> Double {
        Swift.min(view.width / Double(image.width), view.height / Double(image.height))
    }

    /// The position of the image's top left corner when the fitted, centred image is scaled about the anchor.
    static func translation(image: PixelSize, view: Size, scale: Double, anchor: Point) -> Point {
        let fit = fit(image, in: view)
        let width = fit * Double(image.width)
        let height = fit * Double(image.height)
        return Point(
            x: (view.width - width) / 2 + anchor.x * width * (1 - scale),
            y: (view.height - height) / 2 + anchor.y * height * (1 - scale))
    }

    /// The normalised translation along one axis: centred when the content is not larger than the view, otherwise the nearest translation
    /// without a gap.
    private static func normalised(_ translation: Double, content: Double, view: Double) -> Double {
        content <= view ? (view - content) / 2 : Swift.min(Swift.max(translation, view - content), 0)
    }
}
