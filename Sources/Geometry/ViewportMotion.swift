// ViewportMotion: the motion of an image from a gesture's end to its resting place, in closed form.

private import Glibc

/// The motion of a released image. The zoom follows a spring into its bounds while one image point, the focus, keeps its place. The
/// translation along each axis follows a `DecayingAxis`. Times are in seconds. All arguments must be finite.
public struct ViewportMotion: Sendable {
    /// The viewport at rest.
    public let rest: Viewport

    private let start: ViewTransform
    private let focus: Point
    private let x: DecayingAxis
    private let y: DecayingAxis

    /// Starts the motion of an image that the fingers release.
    /// - Parameters:
    ///   - start: the transform at the moment of release.
    ///   - viewport: any viewport of the same image, view and scales. Its translation does not matter.
    ///   - focus: the point, in image pixels, that keeps its place while the zoom returns into its bounds.
    ///   - speed: the speed of the image in CSS pixels per second.
    public init(from start: ViewTransform, in viewport: Viewport, focus: Point, speed: Point) {
        let scale = viewport.scales.clamp(start.zoom / viewport.fit)
        let ranges = viewport.restingRanges(scale: scale)
        self.init(from: start, in: viewport, scale: scale, focus: focus, speed: speed, ranges: ranges)
    }

    /// Starts the motion to a given viewport. The focus is the image point that has the same place in both.
    public init(from start: ViewTransform, to viewport: Viewport) {
        let end = viewport.translation
        let change = start.zoom - viewport.zoom
        let isZoom = abs(change) > 1e-6 * viewport.zoom
        let focus = isZoom ? Point(x: (end.x - start.translation.x) / change, y: (end.y - start.translation.y) / change) : .zero
        self.init(
            from: start, in: viewport, scale: viewport.scale, focus: focus, speed: .zero, ranges: (end.x...end.x, end.y...end.y))
    }

    private init(
        from start: ViewTransform, in viewport: Viewport, scale: Double, focus: Point, speed: Point,
        ranges: (x: ClosedRange<Double>, y: ClosedRange<Double>)
    ) {
        let change = start.zoom - scale * viewport.fit
        let x = DecayingAxis(from: start.translation.x + change * focus.x, speed: speed.x, within: ranges.x)
        let y = DecayingAxis(from: start.translation.y + change * focus.y, speed: speed.y, within: ranges.y)
        (self.start, self.focus, self.x, self.y) = (start, focus, x, y)
        rest = viewport.moved(scale: scale, anchor: viewport.anchor, wanted: Point(x: x.rest, y: y.rest))
    }

    /// The transform at a time.
    /// - Parameter time: seconds since the release, at least 0.
    public func transform(at time: Double) -> ViewTransform {
        let zoom = rest.zoom * exp(DecayingAxis.spring(from: log(start.zoom / rest.zoom), speed: 0, to: 0, at: time))
        let change = rest.zoom - zoom
        return ViewTransform(
            zoom: zoom,
            translation: Point(x: x.position(at: time) + change * focus.x, y: y.position(at: time) + change * focus.y))
    }
}
