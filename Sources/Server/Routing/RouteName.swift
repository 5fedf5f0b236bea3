// The names of routes in the metrics.

/// Routes as the metrics count them.
enum RouteName: Int, CaseIterable, Sendable {
    case tiles, dzi, zoomify, iiif, images, thumbnail, events, pyramids, viewport, view, gallery, operations, file
    /// Requests that no route could be found for.
    case none
}
