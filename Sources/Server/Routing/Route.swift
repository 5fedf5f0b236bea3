// What a path asks for.

/// A request's path, understood.
enum Route {
    case image(identifier: Range<Int>, ImageQuestion)
    case imageList
    /// The image that is to be forgotten.
    case forgetting(identifier: Range<Int>)
    /// Of an image, or of a folder; without an identifier of the folder that holds everything.
    case manifest(identifier: Range<Int>?)
    case galleryPage
    case liveness
    case readiness
    case metrics
    /// Perhaps a file of the public folder.
    case file

    var isForgetting: Bool { if case .forgetting = self { true } else { false } }

    /// What may be done with it by whoever asks.
    var allowedMethods: StaticString {
        if case .image(_, .gesture) = self { "POST, OPTIONS" } else { "GET, HEAD, OPTIONS" }
    }

    /// The route's name in the metrics.
    var name: RouteName {
        switch self {
        case .image(_, let question):
            switch question {
            case .tile, .tileJSON: .tiles
            case .deepZoomDescriptor, .deepZoomTile: .dzi
            case .zoomifyDescriptor, .zoomifyTile: .zoomify
            case .iiifBase, .iiifInformation, .iiifImage: .iiif
            case .description: .images
            case .thumbnail: .thumbnail
            case .events, .sessionEvents: .events
            case .pyramidFile: .pyramids
            case .viewportPlan, .viewportImage, .gesture: .viewport
            case .viewPage: .view
            }
        case .imageList: .images
        case .manifest: .iiif
        case .galleryPage: .gallery
        case .liveness, .readiness, .metrics, .forgetting: .operations
        case .file: .file
        }
    }
}
