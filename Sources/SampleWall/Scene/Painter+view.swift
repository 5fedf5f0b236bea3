// The view from back to front.

extension Painter {
    /// Paints the view, in its own units, over `View.size`.
    mutating func paintView() {
        paintSky()
        draw(at: View.sun) { $0.paintSun(radius: 1.55, rays: 24) }
        paintClouds()
        paintFarShore()
        paintRiver()
        hideFigures()
        paintCity()
        paintShipping()
        paintForeground()
    }
}
