// Answers to events of gestures, and to pages that follow a session.

internal import Building
internal import Caching
private import Geometry
internal import HTTP
internal import Library
private import Protocols
private import System
internal import Tiles

extension Application {
    /// Tiles that are prefetched for one event at most, those nearest to the middle first.
    private static let expectedTiles = 64

    /// Tiles in the answer to an event at most: events come fifteen times a second. Views of the largest screens have some thousands.
    private static let gestureTiles = 16_384

    /// The viewport at which the picture rests after an event, which is the request's body. Has its missing tiles prefetched. Does not
    /// touch the disk, and takes up to some milliseconds where the view is very large.
    /// - Throws: what is wrong with the event; 429 where its session sends too many.
    func gesture(of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Response {
        guard request.body.count <= GestureEvent.byteLimit else {
            throw Problem(.contentTooLarge, "The event has \(request.body.count) bytes; allowed are \(GestureEvent.byteLimit).")
        }
        let body = Array(request.bytes[request.body])
        let (event, viewport) = try Problem.wrapping { () throws(RequestError) in
            let event = try GestureEvent(json: body)
            return (event, try event.viewport(of: record.grid.size))
        }
        try ViewportRoute.check(viewport, of: record, tiles: Application.gestureTiles)
        let links = links(record, request)
        guard let name = event.session else { return plan(event.rest(of: viewport, start: nil), event, links, record.grid) }
        let session = sessions.session(name, of: links.identifier, now: MonotonicClock.milliseconds)
        switch session.take(event, viewport, now: MonotonicClock.milliseconds) {
        case .tooMany:
            throw Problem(
                .tooManyRequests, "The session \(name) sends more than \(Int(ViewingSession.perSecond)) events a second.", retryAfter: 1)
        case .stale(let isLeading):
            return plan(viewport, event, links, record.grid, isStale: true, isLeading: isLeading)
        case .rests(let rest, let isLeading):
            if service.canPrefetch(record, level: rest.level(in: record.grid)) {
                let resting = keys(rest, of: record)
                session.expect(resting, needed: Set(resting).union(keys(viewport, of: record)), by: event) { key, completion in
                    service.prefetch(key, of: record, completion: completion)
                }
            }
            return plan(rest, event, links, record.grid, isLeading: isLeading)
        }
    }

    /// The viewports of a session's leader from now on.
    /// - Throws: 400 for a query without a session; 503 where there are too many listeners.
    func sessionEvents(of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> SessionEvents {
        let (bytes, range) = (request.bytes, request.query ?? 0..<0)
        let name = try Problem.wrapping { () throws(RequestError) in try SessionQuery(bytes.span.extracting(range)).session }
        let share = try eventStreamShare()
        let session = sessions.session(name, of: ImageIdentifier(ofKnown: record.identifier), now: MonotonicClock.milliseconds)
        return SessionEvents(session, share: share)
    }

    private func plan(
        _ viewport: Viewport, _ event: GestureEvent, _ links: ImageLinks, _ grid: PyramidGrid, isStale: Bool = false,
        isLeading: Bool = false
    ) -> Response {
        let body = ViewportPlan.json(viewport, grid: grid, links: links) { json in
            if let sequence = event.sequence { json.field("sequence", sequence) }
            if isStale { json.field("stale", true) }
            if event.leads != nil { json.field("leader", isLeading) }
        }
        return Response(
            .ok, fields: [ResponseField("Content-Type", "application/json"), Fields.noStore] + Fields.everywhere, body: body)
    }

    private func keys(_ viewport: Viewport, of record: ImageRecord) -> [TileKey] {
        viewport.tiles(in: record.grid).prefix(Application.expectedTiles)
            .compactMap { TileKey(version: record.version, address: $0.address, format: record.tileFormat) }
    }
}
