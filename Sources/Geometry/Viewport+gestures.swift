// Viewport: fit, pinch and double tap. The browser client has the same formulas.

extension Viewport {
    /// The default target scale of a double tap.
    public static let doubleTapScale = 2.0

    /// This viewport at the fit scale, centred.
    public func fitted() -> Viewport {
        let zoom = scales.fit * fit
        return moved(
            scale: scales.fit, anchor: .centre,
            wanted: Point(x: (view.width - zoom * Double(image.width)) / 2, y: (view.height - zoom * Double(image.height)) / 2))
    }

    /// Applies pinch and pan at once. The image point that was under `start` at the gesture's start moves to `end`, unless that would show
    /// a gap. This image point becomes the anchor.
    /// - Parameters:
    ///   - ratio: the distance of the fingers now, divided by their distance at the start. Above 0.
    ///   - start, end: the midpoint of the fingers at the start and now, in CSS pixels of the view.
    public func pinched(by ratio: Double, from start: Point, to end: Point) -> Viewport {
        zoomed(to: scale * ratio, about: start, movedTo: end)
    }

    /// Applies a double tap. At the fit scale, it zooms in about the tapped point. At any other scale, it returns to the fitted viewport.
    /// - Parameters:
    ///   - point: the tapped point in CSS pixels of the view.
    ///   - target: the scale to zoom to, above 0. It is clamped to the bounds.
    public func doubleTapped(at point: Point, target: Double = Viewport.doubleTapScale) -> Viewport {
        // A scale that was computed or parsed from decimal digits still counts as the fit scale.
        let isFit = abs(scale - scales.fit) <= 1e-9 * scales.fit
        return isFit ? zoomed(to: target, about: point, movedTo: point) : fitted()
    }

    private func zoomed(to scale: Double, about start: Point, movedTo end: Point) -> Viewport {
        let clamped = scales.clamp(scale)
        let zoom = clamped * fit
        let pinned = Point(x: (start.x - translation.x) / self.zoom, y: (start.y - translation.y) / self.zoom)
        return moved(
            scale: clamped, anchor: Point(x: pinned.x / Double(image.width), y: pinned.y / Double(image.height)),
            wanted: Point(x: end.x - zoom * pinned.x, y: end.y - zoom * pinned.y))
    }
}
