// Routes of /images: the list of images, and an image's description, thumbnail and build events.

private import Geometry
internal import HTTP
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

struct ImagesRoutes: RouteGroup {
    static let segment: StaticString? = "images"

    func route(
        _ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>
    ) throws(RequestError) -> Routed<ImagesRoute, ImageListRoute>? {
        switch try ImagesRequest(path, segments) {
        case .list: .plain(ImageListRoute())
        case .description(let identifier): .image(identifier: identifier, .description)
        case .thumbnail(let identifier): .image(identifier: identifier, .thumbnail)
        case .events(let identifier): .image(identifier: identifier, .events)
        }
    }
}

enum ImagesRoute: ImageHandler {
    case description
    case thumbnail
    /// The progress of its pyramid, as events.
    case events

    /// Pixels on the longer side of a thumbnail.
    private static let thumbnailSide = 256

    var name: RouteName {
        switch self {
        case .description: .images
        case .thumbnail: .thumbnail
        case .events: .events
        }
    }

    func place(for method: Method) -> AnswerPlace {
        switch self {
        case .description, .events: .worker(.wanted)
        case .thumbnail: .loop
        }
    }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        switch self {
        case .description:
            return .response(.descriptor(application.document(record, request).json()))
        case .thumbnail:
            let ofPyramid = application.service.hasPyramidOpen(record)
            return application.answer(with: .thumbnail(side: ImagesRoute.thumbnailSide, ofPyramid: ofPyramid), of: record)
        case .events:
            let share = try application.eventStreamShare()
            return .events(BuildEvents(of: record, service: application.service, share: share))
        }
    }
}

struct ImageListRoute: PlainHandler {
    var name: RouteName { .images }

    func place(for method: Method) -> AnswerPlace { .worker(.wanted) }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        let (bytes, range) = (request.bytes, request.query ?? 0..<0)
        let query = try Problem.wrapping { () throws(RequestError) in try ImageListQuery(bytes.span.extracting(range)) }
        let (records, next) = application.library.list(after: query.after, limit: query.limit) { !context.isCancelled }
        var entries: [ImageList.Entry] = []
        for record in records {
            let progress = application.service.buildProgress(of: record)
            let links = application.links(record, request)
            entries.append(ImageList.Entry(links: links, size: record.grid.size, pyramid: progress.map { .building($0) }))
        }
        return .response(.descriptor(ImageList(entries: entries, next: next).json()))
    }
}

extension RouteName {
    static let images = RouteName("images")
    static let thumbnail = RouteName("thumbnail")
    static let events = RouteName("events")
}
