// The table of routes: from paths to handlers.

import Geometry
import HTTP
import Protocols
@testable import Server
import Testing

/// What the table makes of a path.
enum FoundRoute {
    case image(Range<Int>, any ImageHandler)
    case plain(any PlainHandler)

    var handler: any RouteHandler {
        switch self {
        case .image(_, let handler): handler
        case .plain(let handler): handler
        }
    }
}

extension RouteTable {
    /// The handler that answers a path. The dispatcher never has it in a box, as it is here.
    func find(_ path: Span<UInt8>) throws(RequestError) -> FoundRoute {
        guard let segments = PathSegments(path) else { return .plain(PublicFileRoute()) }
        for group in groups {
            if let found = try group.findAny(path, segments) { return found }
        }
        return .plain(PublicFileRoute())
    }
}

extension RouteGroup {
    fileprivate func findAny(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) -> FoundRoute? {
        switch try find(path, segments, query: path.extracting(first: 0)) {
        case .image(let identifier, let handler)?: .image(identifier, handler)
        case .plain(let handler)?: .plain(handler)
        case nil: nil
        }
    }
}

@Suite struct RouterTests {
    /// A route in words, or why there is none.
    private func route(_ path: String) -> String {
        let bytes = Array(path.utf8)
        func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        do {
            switch try RouteTable.standard.find(bytes.span) {
            case .image(let identifier, let handler): return "\(text(identifier)): \(words(handler))"
            case .plain(let handler):
                switch handler {
                case is ImageListRoute: return "list"
                case let route as ManifestRoute: return "manifest of \(route.identifier.map(text) ?? "all")"
                case let route as OperationsRoute: return "\(route)"
                case let route as CacheRoute: return "\(text(route.identifier)): forget"
                case is PublicFileRoute: return "file"
                default: return "unknown"
                }
            }
        } catch {
            return "\(error.kind)"
        }
    }

    private func words(_ handler: any ImageHandler) -> String {
        switch handler {
        case let route as TilesRoute:
            switch route {
            case .tile(let address, let format): "tile \(address.level) \(address.column) \(address.row) \(format)"
            case .descriptor: "tile json"
            }
        case let route as ZoomifyRoute:
            switch route {
            case .descriptor: "zoomify"
            case .tile(let address, let format): "zoomify tile \(address.level) \(address.column) \(address.row) \(format)"
            }
        case let route as DeepZoomRoute:
            switch route {
            case .descriptor: "dzi"
            case .tile(let address, let format): "dzi tile \(address.level) \(address.column) \(address.row) \(format)"
            }
        case let route as IIIFImageRoute:
            switch route {
            case .base(let version): "iiif \(version) base"
            case .information(let version): "iiif \(version) information"
            case .image(let parameters): "iiif \(parameters.version) image \(parameters.format)"
            }
        case let route as ImagesRoute: "\(route)"
        case is PyramidFileRoute: "pyramid file"
        case let route as ViewportRoute:
            switch route {
            case .plan: "plan"
            case .image(let format): "viewport \(format)"
            case .gesture: "gesture"
            case .sessionEvents: "session's events"
            }
        case is ViewRoute: "page"
        default: "unknown"
        }
    }

    @Test(
        "A path is read as one route, or refused by the protocol that it belongs to",
        arguments: [
            ("/", "gallery"), ("/healthz", "liveness"), ("/cache/a%2Fb.jpg", "a%2Fb.jpg: forget"), ("/cache", "notFound"),
            ("/cache/", "notFound"), ("/cache/a/b", "notFound"), ("/readyz", "readiness"), ("/metrics", "metrics"), ("/images", "list"),
            ("/images/a.jpg", "a.jpg: description"), ("/images/a%2Fb.jpg/thumbnail.jpg", "a%2Fb.jpg: thumbnail"),
            ("/view/a%2Fb.jpg", "a%2Fb.jpg: page"), ("/images/a%2Fb.jpg/events", "a%2Fb.jpg: events"),
            ("/pyramids/a.jpg.szi", "a.jpg: pyramid file"), ("/pyramids/a.jpg", "notFound"),
            ("/tiles/a.jpg/5/3/2.jpg", "a.jpg: tile 5 3 2 jpg"), ("/tiles/a;3/0/0/0.webp", "a;3: tile 0 0 0 webp"),
            ("/dzi/a.jpg.dzi", "a.jpg: dzi"),
            ("/dzi/a.jpg_files/12/3_4.png", "a.jpg: dzi tile 12 3 4 png"), ("/iiif/3/a", "a: iiif v3 base"),
            ("/iiif/2/a/", "a: iiif v2 base"),
            ("/iiif/3/a/info.json", "a: iiif v3 information"),
            ("/iiif/3/a/full/max/0/default.jpg", "a: iiif v3 image jpg"), ("/iiif/2/a/full/full/0/default.jpg", "a: iiif v2 image jpg"),
            ("/iiif/2/a/info.json", "a: iiif v2 information"), ("/viewport/a", "a: plan"),
            ("/iiif/3/a%2Fb/manifest.json", "manifest of a%2Fb"),
            ("/iiif/3/manifest.json", "manifest of all"), ("/iiif/2/manifest.json", "manifest.json: iiif v2 base"),
            ("/iiif/2/a/manifest.json", "notFound"),
            ("/tiles/a.jpg/tile.json", "a.jpg: tile json"), ("/zoomify/a/ImageProperties.xml", "a: zoomify"),
            ("/zoomify/a/TileGroup7/5-3-2.jpg", "a: zoomify tile 5 3 2 jpg"), ("/zoomify", "notFound"),
            ("/zoomify/a/TileGroup/5-3-2.jpg", "badRequest"), ("/zoomify/a/TileGroup0/5-3-2.xyz", "unsupportedFormat"),
            ("/viewport/a/image.avif", "a: viewport avif"),
            ("/viewport/a/gestures", "a: gesture"), ("/viewport/a/events", "a: session's events"), ("/viewport/a/other", "notFound"),
            ("/js/azulejo-viewer.js", "file"), ("/favicon.ico", "file"), ("/css/x/../y.css", "file"), ("/healthz/", "file"),
            ("/healthz/x", "file"),
            ("/Healthz", "file"), ("/TILES/a/0/0/0.jpg", "file"), ("//", "file"), ("//tiles/a/0/0/0.jpg", "file"), ("/view", "notFound"),
            ("/view/", "notFound"),
            ("/view/a/b", "notFound"), ("/%69mages", "file"), ("/tilesx/a", "file"), ("*", "file"), ("", "file"),
            ("/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r", "file"),
            ("/tiles", "notFound"), ("/tiles/", "notFound"), ("/tiles/a", "notFound"), ("/tiles/a/5/3/2.jpg/", "notFound"),
            ("/tiles//5/3/2.jpg", "notFound"), ("/tiles/a/b/5/3/2.jpg", "notFound"), ("/images/", "notFound"), ("/images/a/", "notFound"),
            ("/images/a/thumbnail.png", "notFound"), ("/iiif", "notFound"), ("/iiif/3", "notFound"), ("/iiif/3/", "notFound"),
            ("/iiif/9/a", "notFound"),
            ("/iiif/3/a/", "a: iiif v3 base"), ("/dzi", "notFound"), ("/dzi/a.jpg", "notFound"), ("/dzi/.dzi", "notFound"),
            ("/viewport", "notFound"),
            ("/viewport/", "notFound"), ("/viewport/a/picture.jpg", "notFound"),
            ("/tiles/a/x/3/2.jpg", "badRequest"), ("/tiles/a/5/3/-2.jpg", "badRequest"), ("/tiles/a/5/3/2", "badRequest"),
            ("/tiles/a/99999999999/3/2.jpg", "badRequest"), ("/dzi/a_files/1/2.jpg", "badRequest"),
            ("/iiif/3/a/x/max/0/default.jpg", "badRequest"),
            ("/iiif/3/a/full/max/0/default.xyz", "badRequest"), ("/tiles/a/5/3/2.xyz", "unsupportedFormat"),
            ("/viewport/a/image.xyz", "unsupportedFormat"),
            ("/dzi/a_files/1/2_3.xyz", "unsupportedFormat"),
        ])
    func routes(_ path: String, _ expected: String) {
        #expect(route(path) == expected)
    }

    @Test("Each route has a name in the metrics") func names() throws {
        for (path, name) in [
            ("/tiles/a/0/0/0.jpg", RouteName.tiles), ("/tiles/a/tile.json", .tiles), ("/dzi/a.dzi", .dzi),
            ("/zoomify/a/ImageProperties.xml", .zoomify), ("/zoomify/a/TileGroup0/0-0-0.jpg", .zoomify), ("/iiif/3/a", .iiif),
            ("/iiif/3/a/manifest.json", .iiif), ("/images", .images),
            ("/images/a", .images),
            ("/images/a/thumbnail.jpg", .thumbnail), ("/images/a/events", .events), ("/pyramids/a.szi", .pyramids),
            ("/viewport/a", .viewport), ("/view/a", .view), ("/", .gallery),
            ("/metrics", .operations), ("/x", .file),
        ] {
            let found = try RouteTable.standard.find(Array(path.utf8).span).handler.name
            #expect(found == name)
            #expect("\(found)" == "\(name)" && RouteName.all.contains(found))
        }
    }

    @Test("Names that are equal are one name, and their indices count from 0 without gaps") func registeredNames() {
        #expect(RouteName("tiles") == .tiles && RouteName("tiles") != .iiif)
        #expect("\(RouteName.none)" == "none")
        let all = RouteName.all
        #expect(all.map(\.index).sorted() == Array(all.indices))
    }

    @Test(
        "Most routes answer GET and HEAD; events of gestures are posted; DELETE is announced only where an operator has a token",
        arguments: [
            ("/tiles/a/0/0/0.jpg", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"), ("/viewport/a", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"),
            ("/viewport/a/gestures", "POST, OPTIONS", "POST, OPTIONS"), ("/cache/a", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS, DELETE"),
            ("/x", "GET, HEAD, OPTIONS", "GET, HEAD, OPTIONS"),
        ])
    func methods(_ path: String, _ list: String, _ listWithToken: String) throws {
        let methods = try RouteTable.standard.find(Array(path.utf8).span).handler.methods
        #expect(methods.list(hasToken: false) == list && methods.list(hasToken: true) == listWithToken)
    }
}
