// What a path asks for.

/// A request's path, understood.
enum Route {
    case image(identifier: Range<Int>, ImageQuestion)
    case imageList
    /// The image that is to be forgotten.
    case forgetting(identifier: Range<Int>)
    case galleryPage
    case liveness
    case readiness
    case metrics
    /// Perhaps a file of the public folder.
    case file

    var isForgetting: Bool { if case .forgetting = self { true } else { false } }

    /// The route's name in the metrics.
    var name: RouteName {
        switch self {
        case .image(_, let question):
            switch question {
            case .tile: .tiles
            case .deepZoomDescriptor, .deepZoomTile: .dzi
            case .iiifBase, .iiifInformation, .iiifImage: .iiif
            case .description: .images
            case .thumbnail: .thumbnail
            case .events: .events
            case .pyramidFile: .pyramids
            case .viewportPlan, .viewportImage: .viewport
            case .viewPage: .view
            }
        case .imageList: .images
        case .galleryPage: .gallery
        case .liveness, .readiness, .metrics, .forgetting: .operations
        case .file: .file
        }
    }
}
