// Routes of /dzi: descriptors and tiles in Deep Zoom's layout, whose levels go down to one pixel.

internal import Building
internal import Geometry
internal import HTTP
private import Imaging
internal import Library
internal import Protocols
internal import Tiles

struct DeepZoomRoutes: RouteGroup {
    static let segment: StaticString? = "dzi"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<DeepZoomRoute, Never>? {
        switch try DeepZoomRequest(path, segments) {
        case .descriptor(let identifier): .image(identifier: identifier, .descriptor)
        case .tile(let identifier, let address, let format): .image(identifier: identifier, .tile(address, format))
        }
    }
}

enum DeepZoomRoute: ImageHandler {
    case descriptor
    /// The address has Deep Zoom's levels.
    case tile(TileAddress, ImageFormat)

    var name: RouteName { .dzi }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        switch self {
        case .descriptor:
            return .response(.descriptor(DeepZoomDescriptor.xml(record.grid, format: record.tileFormat), type: "application/xml"))
        case .tile(let address, let format):
            switch DeepZoomPlace(address, in: record.grid) {
            case .tile(let address): return try application.tileAnswer(address, format, of: record)
            case .reduced(let size):
                let whole = PixelRect(record.grid.size)
                return application.answer(with: .region(whole, size: size, quality: .default, format: format), of: record)
            case nil: throw Problem(TileError.outsideGrid)
            }
        }
    }
}

extension RouteName {
    static let dzi = RouteName("dzi")
}
