// From paths to routes.

import Geometry
import Protocols
@testable import Server
import Testing

@Suite struct RouterTests {
    /// A route in words, or why there is none.
    private func route(_ path: String) -> String {
        let bytes = Array(path.utf8)
        do {
            switch try Router.route(bytes.span) {
            case .image(let identifier, let question):
                return "\(String(decoding: bytes[identifier], as: UTF8.self)): \(words(question))"
            case .imageList: return "list"
            case .manifest(let identifier): return "manifest of \(identifier.map { String(decoding: bytes[$0], as: UTF8.self) } ?? "all")"
            case .galleryPage: return "gallery"
            case .liveness: return "liveness"
            case .readiness: return "readiness"
            case .metrics: return "metrics"
            case .file: return "file"
            case .forgetting(let identifier): return "\(String(decoding: bytes[identifier], as: UTF8.self)): forget"
            }
        } catch {
            return "\(error.kind)"
        }
    }

    private func words(_ question: ImageQuestion) -> String {
        switch question {
        case .tile(let address, let format): "tile \(address.level) \(address.column) \(address.row) \(format)"
        case .tileJSON: "tile json"
        case .zoomifyDescriptor: "zoomify"
        case .zoomifyTile(let address, let format): "zoomify tile \(address.level) \(address.column) \(address.row) \(format)"
        case .deepZoomDescriptor: "dzi"
        case .deepZoomTile(let address, let format): "dzi tile \(address.level) \(address.column) \(address.row) \(format)"
        case .iiifBase(let version): "iiif \(version) base"
        case .iiifInformation(let version): "iiif \(version) information"
        case .iiifImage(let parameters): "iiif \(parameters.version) image \(parameters.format)"
        case .description: "description"
        case .thumbnail: "thumbnail"
        case .events: "events"
        case .pyramidFile: "pyramid file"
        case .viewportPlan: "plan"
        case .viewportImage(let format): "viewport \(format)"
        case .gesture: "gesture"
        case .sessionEvents: "session's events"
        case .viewPage: "page"
        }
    }

    @Test(arguments: [
        ("/", "gallery"), ("/healthz", "liveness"), ("/cache/a%2Fb.jpg", "a%2Fb.jpg: forget"), ("/cache", "notFound"),
        ("/cache/", "notFound"), ("/cache/a/b", "notFound"), ("/readyz", "readiness"), ("/metrics", "metrics"), ("/images", "list"),
        ("/images/a.jpg", "a.jpg: description"), ("/images/a%2Fb.jpg/thumbnail.jpg", "a%2Fb.jpg: thumbnail"),
        ("/view/a%2Fb.jpg", "a%2Fb.jpg: page"), ("/images/a%2Fb.jpg/events", "a%2Fb.jpg: events"),
        ("/pyramids/a.jpg.szi", "a.jpg: pyramid file"), ("/pyramids/a.jpg", "notFound"),
        ("/tiles/a.jpg/5/3/2.jpg", "a.jpg: tile 5 3 2 jpg"), ("/tiles/a;3/0/0/0.webp", "a;3: tile 0 0 0 webp"),
        ("/dzi/a.jpg.dzi", "a.jpg: dzi"),
        ("/dzi/a.jpg_files/12/3_4.png", "a.jpg: dzi tile 12 3 4 png"), ("/iiif/3/a", "a: iiif v3 base"), ("/iiif/2/a/", "a: iiif v2 base"),
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

    /// Each route has a name in the metrics.
    @Test func names() throws {
        for (path, name) in [
            ("/tiles/a/0/0/0.jpg", RouteName.tiles), ("/tiles/a/tile.json", .tiles), ("/dzi/a.dzi", .dzi),
            ("/zoomify/a/ImageProperties.xml", .zoomify), ("/zoomify/a/TileGroup0/0-0-0.jpg", .zoomify), ("/iiif/3/a", .iiif),
            ("/iiif/3/a/manifest.json", .iiif), ("/images", .images),
            ("/images/a", .images),
            ("/images/a/thumbnail.jpg", .thumbnail), ("/images/a/events", .events), ("/pyramids/a.szi", .pyramids),
            ("/viewport/a", .viewport), ("/view/a", .view), ("/", .gallery),
            ("/metrics", .operations), ("/x", .file),
        ] {
            let found = try Router.route(Array(path.utf8).span).name
            #expect(found == name)
        }
    }
}
