// Routes of /viewport: a viewport as a list of tiles or as one image, and what pages that look together send and hear.

internal import Geometry
internal import HTTP
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

struct ViewportRoutes: RouteGroup {
    static let segment: StaticString? = "viewport"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<ViewportRoute, Never>? {
        let request = try ViewportRequest(path, segments)
        let route: ViewportRoute =
            switch request.answer {
            case .plan: .plan
            case .image(let format): .image(format)
            case .gestures: .gesture
            case .events: .sessionEvents
            }
        return .image(identifier: request.identifier, route)
    }
}

enum ViewportRoute: ImageHandler {
    case plan
    case image(ImageFormat)
    /// An event of a gesture, which is posted.
    case gesture
    /// The viewport of a session's leader, as events.
    case sessionEvents

    /// Tiles that a viewport plan lists at most: those of the largest view at the largest dpr in tiles of 512 pixels.
    private static let planTiles = 300_000

    var name: RouteName { if case .sessionEvents = self { .events } else { .viewport } }

    var methods: AllowedMethods { if case .gesture = self { .post } else { .reading } }

    func place(for method: Method) -> AnswerPlace {
        switch self {
        case .plan: .worker(.wanted)
        case .image, .sessionEvents: .loop
        case .gesture: .gestureThread
        }
    }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        switch self {
        case .plan:
            let (viewport, _) = try viewport(of: record, request)
            try ViewportRoute.check(viewport, of: record, tiles: ViewportRoute.planTiles)
            return .response(.descriptor(ViewportPlan.json(viewport, grid: record.grid, links: application.links(record, request))))
        case .image(let format):
            return application.answer(with: try rendition(format, of: record, request, application), of: record)
        case .gesture:
            return .response(try application.gesture(of: record, request))
        case .sessionEvents:
            return .events(try application.sessionEvents(of: record, request))
        }
    }

    /// The viewport that a request's query describes, and the background that it asks for.
    private func viewport(of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> (Viewport, Colour?) {
        let (bytes, range) = (request.bytes, request.query ?? 0..<0)
        return try Problem.wrapping { () throws(RequestError) in
            let query = try ViewportQuery(bytes.span.extracting(range))
            return (try query.viewport(of: record.grid.size), query.background)
        }
    }

    private func rendition(
        _ format: ImageFormat, of record: ImageRecord, _ request: borrowing Request, _ application: Application
    ) throws(Problem) -> Rendition {
        let (viewport, background) = try viewport(of: record, request)
        let configuration = application.configuration
        try ViewportRoute.check(viewport, limit: configuration.maxOutputPixels)
        let canvas = viewport.deviceSize
        try application.check(format, holds: canvas)
        let frame = viewport.frame
        // The canvas is rounded to whole pixels, so its own ratio to the view is what places the image on it.
        let (x, y) = (Double(canvas.width) / viewport.view.width, Double(canvas.height) / viewport.view.height)
        let place = Rect(x: frame.x * x, y: frame.y * y, width: frame.width * x, height: frame.height * y)
        var colour = background ?? configuration.background
        // Here, and not where it is drawn: the same picture has one name, however its background was written.
        if !format.keepsAlpha { colour = colour.composited(over: configuration.background) }
        return .viewport(canvas: canvas, place: place, format: format, background: colour)
    }

    /// - Throws: 413 for a view of more device pixels than an answer may have.
    private static func check(_ viewport: Viewport, limit: Int) throws(Problem) {
        let pixels = viewport.deviceSize
        guard pixels.area <= limit else {
            throw Problem(
                .contentTooLarge, "width, height and dpr make \(pixels.width) x \(pixels.height) pixels; allowed are \(limit).")
        }
    }

    /// - Throws: 413 for a view that needs more tiles than an answer may list.
    static func check(_ viewport: Viewport, of record: ImageRecord, tiles: Int) throws(Problem) {
        // A tile is shown at half its size at least, so this bounds the list.
        try check(viewport, limit: tiles * record.grid.tileSize * record.grid.tileSize / 4)
    }
}

extension RouteName {
    static let viewport = RouteName("viewport")
}
