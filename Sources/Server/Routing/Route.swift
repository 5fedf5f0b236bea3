// What a path asks for.

internal import Geometry
internal import Protocols

/// What is asked of one image. A value: it can be answered on a loop or travel to a worker.
enum ImageQuestion: Sendable {
    case tile(TileAddress, ImageFormat)
    case deepZoomDescriptor
    /// With DeepZoom's level.
    case deepZoomTile(TileAddress, ImageFormat)
    case iiifBase
    case iiifInformation(IIIFVersion)
    case iiifImage(IIIFImageParameters)
    case description
    case thumbnail
    case viewportPlan
    case viewportImage(ImageFormat)
    case viewPage

    /// Whether answering may touch the disk or take long, even where the image's record is at hand.
    var belongsOnWorker: Bool {
        switch self {
        case .description, .viewportPlan: true
        default: false
        }
    }
}

/// A request's path, understood.
enum Route {
    case image(identifier: Range<Int>, ImageQuestion)
    case imageList
    case galleryPage
    case liveness
    case readiness
    case metrics
    /// Perhaps a file of the public folder.
    case file

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
            case .viewportPlan, .viewportImage: .viewport
            case .viewPage: .view
            }
        case .imageList: .images
        case .galleryPage: .gallery
        case .liveness, .readiness, .metrics: .operations
        case .file: .file
        }
    }
}

/// Routes as the metrics count them.
enum RouteName: Int, CaseIterable, Sendable {
    case tiles, dzi, iiif, images, thumbnail, viewport, view, gallery, operations, file
    /// Requests that no route could be found for.
    case none
}
