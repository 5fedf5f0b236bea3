// RouteGroup: the routes of one protocol, from path and query to a handler.

internal import HTTP
internal import Protocols

/// What a path was read as.
enum Routed<OfImage: ImageHandler, Plain: PlainHandler> {
    /// A question about an image. The range of the image's encoded identifier counts from the path's first byte; the query lies behind the
    /// path and a "?", so that an identifier can stand in either.
    case image(identifier: Range<Int>, OfImage)
    /// A question about no image, or one whose handler finds its images itself.
    case plain(Plain)
}

/// One protocol's routes. A group is an empty value: `RouteTable` lists one of each.
///
/// A new protocol is a folder in `Protocols` that reads its paths, a file in `Routes` with its group and handlers, and a line in
/// `RouteTable`.
protocol RouteGroup: Sendable {
    associatedtype OfImage: ImageHandler
    associatedtype Plain: PlainHandler

    /// The first segment of all paths of the group; nil where the group looks at every path.
    static var segment: StaticString? { get }

    /// Reads a path. Allocates nothing where it succeeds.
    /// - Parameters:
    ///   - path: the raw path, which begins with `segment`.
    ///   - query: the raw query without its "?"; empty where there is none.
    /// - Returns: nil where the path is another group's.
    /// - Throws: a path of the group's that cannot be read.
    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<OfImage, Plain>?

    /// Answers a request if its path is the group's. `RouteGroup` implements it. It is a requirement so that each group has its own copy,
    /// compiled for its concrete handlers: nothing is boxed on the way.
    /// - Returns: false where the path is another group's.
    /// - Throws: a path of the group's that cannot be read.
    func dispatch(
        _ path: Span<UInt8>, _ segments: PathSegments, _ request: borrowing Request, from responder: any Responder,
        by dispatcher: RequestDispatcher
    ) throws(RequestError) -> Bool
}

extension RouteGroup {
    /// Reads a path if it begins with the group's segment.
    func find(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<OfImage, Plain>? {
        if let segment = Self.segment, !segments.segment(0, of: path, is: segment) { return nil }
        return try route(path, segments, query: query)
    }

    func dispatch(
        _ path: Span<UInt8>, _ segments: PathSegments, _ request: borrowing Request, from responder: any Responder,
        by dispatcher: RequestDispatcher
    ) throws(RequestError) -> Bool {
        switch try find(path, segments, query: request.bytes.span.extracting(request.query ?? 0..<0)) {
        case .image(let identifier, let handler)?: dispatcher.answer(handler, ofImage: identifier, request, from: responder)
        case .plain(let handler)?: dispatcher.answer(handler, request, from: responder)
        case nil: return false
        }
        return true
    }
}
