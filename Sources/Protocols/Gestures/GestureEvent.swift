// GestureEvent: the state of a gesture, which a page sends about fifteen times a second while fingers move.

public import Geometry

/// One event of a gesture. All values are absolute, so that a lost event does no harm.
public struct GestureEvent: Hashable, Sendable {
    /// The kind of gesture. `settle` reports the viewport at rest.
    public enum Gesture: String, CaseIterable, Hashable, Sendable {
        case pinch, pan, doubleTap, wheel, key, settle
    }

    /// The phase of the gesture.
    public enum Phase: String, CaseIterable, Hashable, Sendable {
        case began, changed, ended, cancelled
    }

    /// The effect of the end of a gesture on a magnification: `persistent` keeps it, `temporary` reverts it.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        case persistent, temporary
    }

    /// The effect of cancelling a gesture: return to the viewport at its start, or to the fitted viewport.
    public enum CancelPolicy: String, CaseIterable, Hashable, Sendable {
        case restore, reset
    }

    /// The name of the session, which one or more pages share; nil when the event is only answered and not recorded.
    public let session: String?

    /// The name of the page within the session. Each client has its own sequence.
    public let client: String

    /// The number of the event, greater than those of all earlier events of the client; nil when the client does not count.
    public let sequence: Int?

    /// The kind of gesture.
    public let gesture: Gesture
    /// The phase of the gesture.
    public let phase: Phase
    /// The effect of the end of the gesture on a magnification.
    public let mode: Mode
    /// The effect of cancelling the gesture.
    public let cancel: CancelPolicy

    /// True when the page leads the session and other pages follow it; nil when the event does not change that.
    public let leads: Bool?

    /// The size of the view in CSS pixels.
    public let view: Size
    /// Device pixels per CSS pixel.
    public let dpr: Double
    /// The magnification relative to the fitted image.
    public let scale: Double
    /// In unit coordinates of the fitted image.
    public let anchor: Point

    /// In CSS pixels.
    public let offset: Point

    /// The velocity of the image in CSS pixels per second.
    public let velocity: Point

    /// The change of the natural logarithm of the scale, per second.
    public let scaleVelocity: Double

    /// The smallest scale in the viewer; nil for the default of `ViewportScales`.
    public let min: Double?

    /// The ideal scale in the viewer; nil for the default.
    public let ideal: Double?

    /// The largest scale in the viewer; nil for the default.
    public let max: Double?

    /// The target scale of a double tap.
    public let doubleTapScale: Double

    /// The viewport that the event describes. For a double tap it is the viewport before the tap.
    /// - Parameter image: the size of the image in pixels.
    /// - Throws: `RequestError` with the parameter that `Viewport` refuses.
    public func viewport(of image: PixelSize) throws(RequestError) -> Viewport {
        try RequestError.wrap { () throws(ViewportError) in
            try Viewport(
                image: image, view: view, dpr: dpr, scale: scale, anchor: anchor, offset: offset, min: min, ideal: ideal, max: max)
        }
    }
}
