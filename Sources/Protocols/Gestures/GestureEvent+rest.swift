// Where a picture comes to rest after an event.

public import Geometry

extension GestureEvent {
    /// Whether fingers still have the picture.
    public var isMoving: Bool { gesture != .settle && (phase == .began || phase == .changed) }

    /// CSS pixels a second: no finger is faster, and beyond it arithmetic would end.
    private static let speeds = -1e6...1e6

    /// Where the picture comes to rest when it is let go as the event says; while fingers still have it, where it would if they let go now.
    /// - Parameters:
    ///   - viewport: that of the event.
    ///   - start: the viewport at the gesture's start; nil where it is not known. Then a magnification that is temporary ends at fit, and a
    ///     gesture that is cancelled where it is.
    public func rest(of viewport: Viewport, start: Viewport?) -> Viewport {
        if gesture == .doubleTap {
            return phase == .cancelled ? viewport : viewport.doubleTapped(at: anchorInView(of: viewport), target: doubleTapScale)
        }
        // A start in another view, or with other bounds, is none.
        let start = start.flatMap { $0.view == viewport.view && $0.scales == viewport.scales && $0.image == viewport.image ? $0 : nil }
        // What fingers have magnified goes back when they lift; what wheels and keys have stays.
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

    private var speed: Point {
        func clamp(_ value: Double) -> Double { Swift.min(Swift.max(value, Self.speeds.lowerBound), Self.speeds.upperBound) }
        return Point(x: clamp(velocity.x), y: clamp(velocity.y))
    }

    /// Where the anchor appears, in CSS pixels.
    private func anchorInView(of viewport: Viewport) -> Point {
        let frame = viewport.frame
        return Point(x: frame.x + anchor.x * frame.width, y: frame.y + anchor.y * frame.height)
    }
}
