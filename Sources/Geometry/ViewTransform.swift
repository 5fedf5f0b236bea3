// Placement: where fingers or a motion have an image, which may be where no viewport can rest.

/// An image's place in a view in the midst of a gesture. Unlike a viewport it may be beyond the bounds of scale, and may leave a gap.
public struct Placement: Hashable, Sendable {
    /// CSS pixels an image pixel, above 0.
    public var zoom: Double

    /// Where the image's top left corner appears, in CSS pixels.
    public var translation: Point

    public init(zoom: Double, translation: Point) {
        self.zoom = zoom
        self.translation = translation
    }
}

extension Viewport {
    /// Where this viewport has the image.
    public var placement: Placement { Placement(zoom: zoom, translation: translation) }

    /// Where a gesture has the image that says so as a viewport does, without being bounded as one.
    /// - Parameters:
    ///   - scale: above 0.
    ///   - anchor: a unit point of the fitted image.
    ///   - offset: in CSS pixels.
    public func placement(scale: Double, anchor: Point, offset: Point) -> Placement {
        let rest = Self.translation(image: image, view: view, scale: scale, anchor: anchor)
        return Placement(zoom: scale * fit, translation: Point(x: rest.x + offset.x, y: rest.y + offset.y))
    }

    /// The nearest viewport of the same image and view.
    public func normalised(_ placement: Placement) -> Viewport {
        moved(scale: scales.clamp(placement.zoom / fit), anchor: anchor, wanted: placement.translation)
    }

    /// Where the image may begin along each axis, in CSS pixels, so that it leaves no gap at this scale, or is centred.
    func restingRanges(scale: Double) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
        func range(_ content: Double, _ view: Double) -> ClosedRange<Double> {
            let slack = view - content
            return slack >= 0 ? slack / 2...slack / 2 : slack...0
        }
        let zoom = scale * fit
        return (range(zoom * Double(image.width), view.width), range(zoom * Double(image.height), view.height))
    }
}
