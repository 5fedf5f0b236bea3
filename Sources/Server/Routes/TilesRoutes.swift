// Routes of /tiles: the server's own URLs of tiles, and TileJSON.

internal import Geometry
internal import HTTP
internal import Library
internal import Protocols

struct TilesRoutes: RouteGroup {
    static let segment: StaticString? = "tiles"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<TilesRoute, Never>? {
        switch try TilesRequest(path, segments) {
        case .descriptor(let identifier): .image(identifier: identifier, .descriptor)
        case .tile(let identifier, let address, let format): .image(identifier: identifier, .tile(address, format))
        }
    }
}

enum TilesRoute: ImageHandler {
    case descriptor
    case tile(TileAddress, ImageFormat)

    var name: RouteName { .tiles }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        switch self {
        case .descriptor:
            let links = try context.application.absoluteLinks(record, request)
            return .response(.descriptor(TileJSON(links: links, grid: record.grid).json()))
        case .tile(let address, let format):
            return try context.application.tileAnswer(address, format, of: record)
        }
    }
}

extension RouteName {
    static let tiles = RouteName("tiles")
}
