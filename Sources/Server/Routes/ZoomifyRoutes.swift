// Routes of /zoomify: descriptors and tiles in Zoomify's layout, whose levels are the grid's own.

internal import Geometry
internal import HTTP
internal import Library
internal import Protocols

struct ZoomifyRoutes: RouteGroup {
    static let segment: StaticString? = "zoomify"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<ZoomifyRoute, Never>? {
        switch try ZoomifyRequest(path, segments) {
        case .descriptor(let identifier): .image(identifier: identifier, .descriptor)
        case .tile(let identifier, let address, let format): .image(identifier: identifier, .tile(address, format))
        }
    }
}

enum ZoomifyRoute: ImageHandler {
    case descriptor
    case tile(TileAddress, ImageFormat)

    var name: RouteName { .zoomify }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        switch self {
        case .descriptor: .response(.descriptor(ZoomifyDescriptor.xml(record.grid), type: "application/xml"))
        case .tile(let address, let format): try context.application.tileAnswer(address, format, of: record)
        }
    }
}

extension RouteName {
    static let zoomify = RouteName("zoomify")
}
