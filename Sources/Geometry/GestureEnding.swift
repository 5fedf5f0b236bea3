// GestureEnding: what becomes of what fingers have magnified when they lift, or are taken away.

/// How a gesture ends.
public enum GestureEnding: String, Hashable, Sendable {
    /// What was magnified stays so.
    case persistent

    /// What was magnified goes back to where it was before; what was only moved stays.
    case temporary

    /// Cancelled: back to where it was before.
    case restore

    /// Cancelled: back to fit.
    case reset
}

extension Viewport {
    /// How the picture comes to rest at a gesture's end. This viewport is the one at the gesture's start.
    /// - Parameters:
    ///   - start: where the fingers have the picture.
    ///   - focus, speed: see `ViewportMotion`.
    public func motion(from start: Placement, ending: GestureEnding, focus: Point, speed: Point) -> ViewportMotion {
        let isMagnified = abs(start.zoom / zoom - 1) > 1e-9
        switch ending {
        case .restore: return ViewportMotion(from: start, to: self)
        case .reset: return ViewportMotion(from: start, to: fitted())
        case .temporary where isMagnified: return ViewportMotion(from: start, to: self)
        case .temporary, .persistent: return ViewportMotion(from: start, in: self, focus: focus, speed: speed)
        }
    }
}
