// GestureEvent: the viewport at which the image comes to rest after the event.

public import Geometry

extension GestureEvent {
    /// True while the gesture goes on.
    public var isMoving: Bool { gesture != .settle && (phase == .began || phase == .changed) }

    /// The range of speeds in CSS pixels per second. No finger is faster, and larger numbers could overflow.
    private static let speeds = -1e6...1e6

    /// The viewport at which the image comes to rest when the fingers release it with this event. During a gesture, it is the viewport as
    /// if the fingers were released now.
    /// - Parameters:
    ///   - viewport: the viewport of the event.
    ///   - start: the viewport at the gesture's start; nil when it is unknown. Without it, a temporary magnification ends at the fitted
    ///     viewport, and a cancelled gesture ends where it is.
    public func rest(of viewport: Viewport, start: Viewport?) -> Viewport {
        if gesture == .doubleTap {
            return phase == .cancelled ? viewport : viewport.doubleTapped(at: anchorInView(of: viewport), target: doubleTapScale)
        }
        // A start in another view or with other bounds cannot be returned to.
        let start = start.flatMap { $0.view == viewport.view && $0.scales == viewport.scales && $0.image == viewport.image ? $0 : nil }
        // Fingers magnify temporarily. Wheels and keys do not.
        let isTemporary = mode == .temporary && (gesture == .pinch || gesture == .pan)
        let ending: GestureEnding
        switch (phase, start) {
        case (.cancelled, _) where cancel == .reset: ending = .reset
        case (.cancelled, .some): ending = .restore
        case (_, nil) where isTemporary: ending = .reset
        case _ where isTemporary: ending = .temporary
        case _: ending = .persistent
        }
        let limits = ViewportScales.limits
        let transform = viewport.transform(
            scale: Swift.min(Swift.max(scale, limits.lowerBound), limits.upperBound), anchor: anchor, offset: offset)
        let focus = Point(x: anchor.x * Double(viewport.image.width), y: anchor.y * Double(viewport.image.height))
        let isReleased = phase != .cancelled
        return (start ?? viewport).motion(from: transform, ending: ending, focus: focus, speed: isReleased ? speed : .zero).rest
    }

    /// The velocity, clamped to `speeds`.
    private var speed: Point {
        func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, Self.speeds.lowerBound), Self.speeds.upperBound) }
        return Point(x: clamp(velocity.x), y: clamp(velocity.y))
    }

    /// The position of the anchor in the view, in CSS pixels.
    private func anchorInView(of viewport: Viewport) -> Point {
        let frame = viewport.frame
        return Point(x: frame.x + anchor.x * frame.width, y: frame.y + anchor.y * frame.height)
    }
}
