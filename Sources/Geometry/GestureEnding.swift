// GestureEnding: what happens to the magnification when a gesture ends or is cancelled.

/// How a gesture ends.
public enum GestureEnding: String, Hashable, Sendable {
    /// The viewport stays as the fingers leave it.
    case persistent

    /// A magnification returns to the viewport at the gesture's start. A pan without magnification stays.
    case temporary

    /// The gesture was cancelled: the image returns to the viewport at the gesture's start.
    case restore

    /// The gesture was cancelled: the image returns to the fitted viewport.
    case reset
}

extension Viewport {
    /// The motion of the image after a gesture. `self` is the viewport at the gesture's start.
    /// - Parameters:
    ///   - start: the transform at the moment at which the gesture ends.
    ///   - focus, speed: as in `ViewportMotion.init(from:in:focus:speed:)`.
    public func motion(from start: ViewTransform, ending: GestureEnding, focus: Point, speed: Point) -> ViewportMotion {
        let isMagnified = abs(start.zoom / zoom - 1) > 1e-9
        switch ending {
        case .restore: return ViewportMotion(from: start, to: self)
        case .reset: return ViewportMotion(from: start, to: fitted())
        case .temporary where isMagnified: return ViewportMotion(from: start, to: self)
        case .temporary, .persistent: return ViewportMotion(from: start, in: self, focus: focus, speed: speed)
        }
    }
}
