// ViewportMotion: from where fingers have left a picture to where it rests, in closed form.

private import Glibc

/// A picture that moves by itself. Its zoom springs to what it may be while one image point stays where it is, and along each axis it
/// slides. Times are in seconds; every number that comes in must be finite.
public struct ViewportMotion: Sendable {
    /// Where it comes to rest.
    public let rest: Viewport

    private let start: Placement
    private let focus: Point
    private let x: DecayingAxis
    private let y: DecayingAxis

    /// A picture that fingers let go.
    /// - Parameters:
    ///   - start: where they have it.
    ///   - viewport: of the same image, view and scales; where it is does not matter.
    ///   - focus: the image point, in image pixels, that stays while the scale comes back within its bounds.
    ///   - speed: of the picture, in CSS pixels a second.
    public init(from start: Placement, in viewport: Viewport, focus: Point, speed: Point) {
        let scale = viewport.scales.clamp(start.zoom / viewport.fit)
        let ranges = viewport.restingRanges(scale: scale)
        self.init(from: start, in: viewport, scale: scale, focus: focus, speed: speed, ranges: ranges)
    }

    /// A picture on its way to a viewport, about the point that both show in the same place.
    public init(from start: Placement, to viewport: Viewport) {
        let end = viewport.translation
        let change = start.zoom - viewport.zoom
        let isZoom = abs(change) > 1e-6 * viewport.zoom
        let focus = isZoom ? Point(x: (end.x - start.translation.x) / change, y: (end.y - start.translation.y) / change) : .zero
        self.init(
            from: start, in: viewport, scale: viewport.scale, focus: focus, speed: .zero, ranges: (end.x...end.x, end.y...end.y))
    }

    private init(
        from start: Placement, in viewport: Viewport, scale: Double, focus: Point, speed: Point,
        ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    ) {
        let change = start.zoom - scale * viewport.fit
        let x = DecayingAxis(from: start.translation.x + change * focus.x, speed: speed.x, within: ranges.x)
        let y = DecayingAxis(from: start.translation.y + change * focus.y, speed: speed.y, within: ranges.y)
        (self.start, self.focus, self.x, self.y) = (start, focus, x, y)
        rest = viewport.moved(scale: scale, anchor: viewport.anchor, wanted: Point(x: x.rest, y: y.rest))
    }

    /// Where the picture is so many seconds after it was let go.
    public func placement(at time: Double) -> Placement {
        let zoom = rest.zoom * exp(DecayingAxis.spring(from: log(start.zoom / rest.zoom), speed: 0, to: 0, at: time))
        let change = rest.zoom - zoom
        return Placement(
            zoom: zoom,
            translation: Point(x: x.position(at: time) + change * focus.x, y: y.position(at: time) + change * focus.y))
    }
}
