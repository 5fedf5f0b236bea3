// ViewTransform: zoom and translation of an image in a view, without the bounds of a viewport.

/// The transform from image to view during a gesture or a motion. In contrast to a `Viewport`, the scale may be out of bounds and the image
/// may leave a gap. An image point p appears at `translation + zoom * p`.
public struct ViewTransform: Hashable, Sendable {
    /// CSS pixels per image pixel, above 0.
    public var zoom: Double

    /// The position of the image's top left corner, in CSS pixels from the view's top left corner.
    public var translation: Point

    /// Creates a transform. The zoom must be above 0.
    public init(zoom: Double, translation: Point) {
        self.zoom = zoom
        self.translation = translation
    }
}

extension Viewport {
    /// The transform of this viewport.
    public var transform: ViewTransform { ViewTransform(zoom: zoom, translation: translation) }

    /// The transform for the parameters of a gesture event, which are those of a viewport but without its bounds. The image and the view
    /// are those of this viewport.
    /// - Parameters:
    ///   - scale: 1 is the fitted image; above 0.
    ///   - anchor: in unit coordinates of the fitted image.
    ///   - offset: in CSS pixels.
    public func transform(scale: Double, anchor: Point, offset: Point) -> ViewTransform {
        let rest = Self.translation(image: image, view: view, scale: scale, anchor: anchor)
        return ViewTransform(zoom: scale * fit, translation: Point(x: rest.x + offset.x, y: rest.y + offset.y))
    }

    /// The viewport nearest to a transform, with the image, view, bounds of scale and anchor of this one.
    public func normalised(_ transform: ViewTransform) -> Viewport {
        moved(scale: scales.clamp(transform.zoom / fit), anchor: anchor, wanted: transform.translation)
    }

    /// The translations, in CSS pixels along each axis, for which the image leaves no gap at a scale. A range has one value when the image
    /// is smaller than the view and therefore centred.
    func restingRanges(scale: Double) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        func range(_ content: Double, _ view: Double) -> ClosedRange<Double> {
            let slack = view - content
            return slack >= 0 ? slack / 2...slack / 2 : slack...0
        }
        let zoom = scale * fit
        return (range(zoom * Double(image.width), view.width), range(zoom * Double(image.height), view.height))
    }
}
