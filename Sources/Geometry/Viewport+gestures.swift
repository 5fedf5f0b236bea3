// What gestures do to a viewport: fit, pinch and double tap. The same formulas run in the browser client.

extension Viewport {
    /// The default of the scale to which a double tap zooms.
    public static let doubleTapScale = 2.0

    /// The viewport at the fit scale, centred.
    public func fitted() -> Viewport {
        let zoom = scales.fit * fit
        return moved(
            scale: scales.fit, anchor: .centre,
            wanted: Point(x: (view.width - zoom * Double(image.width)) / 2, y: (view.height - zoom * Double(image.height)) / 2))
    }

    /// Pinch and pan at once: the image point that was under `start` when the gesture began is under `end`, unless that would show a gap.
    /// That image point becomes the anchor.
    /// - Parameters:
    ///   - ratio: the distance of the fingers now by that at the start, above 0.
    ///   - start, end: the fingers' midpoint then and now, in CSS pixels of the view.
    public func pinched(by ratio: Double, from start: Point, to end: Point) -> Viewport {
        zoomed(to: scale * ratio, about: start, movedTo: end)
    }

    /// At the fit scale: zoomed in about the tapped point. At any other: back to fit.
    /// - Parameters:
    ///   - point: in CSS pixels of the view.
    ///   - target: the scale to zoom to, above 0; the nearer bound is taken where it is outside.
    public func doubleTapped(at point: Point, target: Double = Viewport.doubleTapScale) -> Viewport {
        // A scale that came through arithmetic or a decimal representation is still the fit scale.
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
