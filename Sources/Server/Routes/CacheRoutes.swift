// Routes of /cache: an operator has the server forget what it keeps of an image.

internal import HTTP
private import Library
internal import Protocols
internal import Tiles
internal import Workers

struct CacheRoutes: RouteGroup {
    static let segment: StaticString? = "cache"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<Never, CacheRoute>? {
        .plain(CacheRoute(identifier: try CacheRequest(path, segments).identifier))
    }
}

struct CacheRoute: PlainHandler {
    /// Where the encoded identifier lies in the path.
    let identifier: Range<Int>

    var name: RouteName { .operations }

    var methods: AllowedMethods { [.get, .head, .delete] }

    func place(for method: Method) -> AnswerPlace { method == .delete ? .worker(.wanted) : .loop }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        // There is nothing to read here, but perhaps a file of the public folder.
        guard request.method == .delete else { return try PublicFileRoute().answer(to: request, context) }
        let decoded = try application.decode(request.pathBytes(identifier))
        application.library.forget(decoded.path)
        do throws(Problem) {
            application.service.forget(try application.find(decoded).version)
        } catch  where error.status != .notFound {
            // Of an image that cannot be read, the reason is kept, and that was forgotten above.
        }
        return .response(Response(.noContent, fields: Fields.everywhere))
    }
}
