// What can be asked of one image.

internal import Geometry
internal import Protocols

/// What is asked of one image. A value: it can be answered on a loop or travel to a worker.
enum ImageQuestion: Sendable {
    case tile(TileAddress, ImageFormat)
    case tileJSON
    case deepZoomDescriptor
    /// With DeepZoom's level.
    case deepZoomTile(TileAddress, ImageFormat)
    case zoomifyDescriptor
    /// With the grid's own level.
    case zoomifyTile(TileAddress, ImageFormat)
    case iiifBase(IIIFVersion)
    case iiifInformation(IIIFVersion)
    case iiifImage(IIIFImageParameters)
    case description
    case thumbnail
    /// What becomes of its pyramid, as events.
    case events
    case pyramidFile
    case viewportPlan
    case viewportImage(ImageFormat)
    /// An event of a gesture, which is posted.
    case gesture
    case sessionEvents
    case viewPage

    /// Whether it is one of the Image API.
    var isIIIF: Bool {
        switch self {
        case .iiifBase, .iiifInformation, .iiifImage: true
        default: false
        }
    }

    /// Whether answering may touch the disk or take long, even where the image's record is at hand.
    var belongsOnWorker: Bool {
        switch self {
        // It may have a sidecar, which is a file.
        case .iiifInformation, .description, .viewPage, .viewportPlan, .events, .pyramidFile, .gesture: true
        default: false
        }
    }
}
