// RouteTable: all protocols of the server, a line each. Nothing else names them.

internal import HTTP
internal import Protocols

/// The groups of routes, in the order in which they are asked.
struct RouteTable: Sendable {
    let groups: [any RouteGroup]

    /// The server's own routes. Tiles come first, since they are asked for most. Manifests stand before the Image API, whose paths begin
    /// alike.
    static let standard = RouteTable(groups: [
        TilesRoutes(),
        PresentationRoutes(),
        IIIFImageRoutes(),
        DeepZoomRoutes(),
        ZoomifyRoutes(),
        ImagesRoutes(),
        ViewportRoutes(),
        PyramidsRoutes(),
        ViewRoutes(),
        CacheRoutes(),
        OperationsRoutes(),
    ])

    /// Answers a request by the first group that knows its path. A path that no group knows may name a file of the public folder.
    /// - Throws: a path that its group cannot read.
    func dispatch(_ request: borrowing Request, from responder: any Responder, by dispatcher: RequestDispatcher) throws(RequestError) {
        let path = request.bytes.span.extracting(request.path)
        if let segments = PathSegments(path) {
            for group in groups {
                if try group.dispatch(path, segments, request, from: responder, by: dispatcher) { return }
            }
        }
        dispatcher.answer(PublicFileRoute(), request, from: responder)
    }
}
