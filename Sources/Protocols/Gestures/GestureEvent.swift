// GestureEvent: what a page says of the fingers on one image, about fifteen times a second while they move.

public import Geometry

/// One event of a gesture. What it says of the viewport is absolute, so that an event that is lost costs nothing.
public struct GestureEvent: Hashable, Sendable {
    /// What moves the picture.
    public enum Gesture: String, CaseIterable, Hashable, Sendable {
        case pinch, pan, doubleTap, wheel, key, settle
    }

    /// How far the gesture is.
    public enum Phase: String, CaseIterable, Hashable, Sendable {
        case began, changed, ended, cancelled
    }

    /// Whether what fingers did stays when they lift.
    public enum Mode: String, CaseIterable, Hashable, Sendable {
        case persistent, temporary
    }

    /// Where a gesture that is cancelled leaves the picture: where it was, or fitted.
    public enum CancelPolicy: String, CaseIterable, Hashable, Sendable {
        case restore, reset
    }

    /// Those who look together, or one page alone; nil where the event is to be answered and forgotten.
    public let session: String?

    /// Which page of the session speaks. Sequences count for each.
    public let client: String

    /// Above that of every earlier event of the client; nil where the client does not count.
    public let sequence: Int?

    public let gesture: Gesture
    public let phase: Phase
    public let mode: Mode
    public let cancel: CancelPolicy

    /// Whether the page leads the session, so that others follow it; nil where it does not say.
    public let leads: Bool?

    public let view: Size
    public let dpr: Double
    public let scale: Double
    public let anchor: Point

    /// In CSS pixels.
    public let offset: Point

    /// Of the picture, in CSS pixels a second.
    public let velocity: Point

    /// Of the logarithm of the scale, a second.
    public let scaleVelocity: Double

    /// The bounds of scale that the viewer has; nil where they are the defaults.
    public let min: Double?
    public let ideal: Double?
    public let max: Double?

    /// To which a double tap zooms.
    public let doubleTapScale: Double

    /// The viewport that the event describes. For a double tap that is the one before the tap.
    /// - Throws: where `Viewport` refuses a value, which the error names.
    public func viewport(of image: PixelSize) throws(RequestError) -> Viewport {
        do throws(ViewportError) {
            return try Viewport(
                image: image, view: view, dpr: dpr, scale: scale, anchor: anchor, offset: offset, min: min, ideal: ideal, max: max)
        } catch {
            throw RequestError(error)
        }
    }
}
