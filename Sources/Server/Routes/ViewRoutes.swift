// Routes of /view: the page that shows an image.

internal import HTTP
internal import Library
internal import Protocols
internal import Workers

struct ViewRoutes: RouteGroup {
    static let segment: StaticString? = "view"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<ViewRoute, Never>? {
        .image(identifier: try ViewRequest(path, segments).identifier, ViewRoute())
    }
}

struct ViewRoute: ImageHandler {
    var name: RouteName { .view }

    func place(for method: Method) -> AnswerPlace { .worker(.wanted) }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        let document = application.document(record, request)
        let base = BaseURL(of: request, application.configuration)
        // Pages name what they load relative to themselves: there may be a prefix that nobody told the server of.
        let links = application.links(record, base: base.isDecided ? base.path : "..")
        let picture = document.pyramid.hasAllTiles ? PreviewImage(record.grid, links, application.limits(of: record.grid)) : nil
        return .response(application.files.viewerPage(carrying: document.json(), picture))
    }

    /// A person looks at this answer: the page itself says what is wrong.
    func refusal(_ problem: Problem, _ application: Application) -> Response {
        var page = application.files.page(.viewer, status: problem.status)
        if let seconds = problem.retryAfter { page.fields.append(ResponseField("Retry-After", "\(seconds)")) }
        return page
    }
}

extension RouteName {
    static let view = RouteName("view")
}
