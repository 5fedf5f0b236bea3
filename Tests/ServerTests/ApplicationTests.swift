// Answers from memory and from conditions, without a socket.

import Geometry
import HTTP
import Imaging
@testable import Library
@testable import Pyramids
@testable import Server
import Testing
import TestSupport

@Suite struct ApplicationTests {
    /// An application over one image, with a tile in memory that was never rendered.
    private final class Stage {
        let folder = TemporaryFolder()
        let service: TileService
        let application: Application
        let record: ImageRecord
        let product: Product

        init(_ configuration: Configuration = Configuration()) throws {
            try #require(isLibraryStarted)
            folder.write("images/a.ppm", ppm(width: 100, height: 100))
            folder.touch("images/a.ppm", seconds: 784_111_777)
            folder.write("public/index.html", Array("gallery".utf8))
            folder.write("public/viewer.html", Array("viewer".utf8))
            let library = try ImageLibrary(
                folder: folder / "images", parameters: .init(tileSize: 256, maxSourcePixels: 1_000_000, fingerprint: ""))
            service = try TileService(
                TileService.Configuration(
                    cacheFolder: folder / "cache", cacheSize: 1 << 20, memoryCache: 1 << 20, quality: 80, background: .white, workers: 1,
                    decodeMemory: 1 << 20),
                warn: { _ in }, lines: { _, _ in [] })
            application = Application(
                configuration, library: library, service: service, files: try PublicFiles(folder: folder / "public", origin: nil),
                log: Log(.text),
                loads: [LoopLoad()])
            record = try library.record("a.ppm")
            let key = TileKey(version: record.version, address: TileAddress(level: 0, column: 0, row: 0), format: .jpg)!
            product = .tile(key)
            service.memory.insert(
                EncodedImage(fields: product.fields(of: record), head: Array("HEAD".utf8), body: Array("0123456789".utf8)), for: key)
        }

        deinit { service.shutDown() }

        func outcome(_ fields: String = "", query: String = "", method: String = "GET") -> Outcome? {
            application.outcomeAtHand(product, of: record, request("/x\(query)", method: method, fields: "Host: a\r\n\(fields)"))
        }

        func response(_ fields: String) -> Response? {
            if case .response(let response)? = outcome(fields) { response } else { nil }
        }
    }

    @Test func fromMemory() throws {
        let stage = try Stage()
        guard case .prepared(let image, false, nil)? = stage.outcome() else {
            Issue.record("not prepared")
            return
        }
        #expect(image.bytes(0..<image.bodyCount) == Array("0123456789".utf8))
        for (query, isVersioned) in [("?v=\(stage.record.version)", true), ("?v=0", false), ("?a=1&v=\(stage.record.version)", true)] {
            guard case .prepared(_, let found, nil)? = stage.outcome(query: query) else {
                Issue.record("not prepared")
                return
            }
            #expect(found == isVersioned)
        }
        let other = TileKey(version: stage.record.version, address: TileAddress(level: 0, column: 0, row: 0), format: .png)!
        #expect(stage.application.outcomeAtHand(.tile(other), of: stage.record, request("/x")) == nil)
    }

    @Test func ranges() throws {
        let stage = try Stage()
        let part = try #require(stage.response("Range: bytes=2-4\r\n"))
        #expect(part.status == .partialContent && part.text == "234" && part["Content-Range"] == "bytes 2-4/10")
        #expect(part["ETag"] == stage.product.entityTag && part["Content-Type"] == "image/jpeg")
        let end = try #require(stage.response("Range: bytes=-3\r\n"))
        #expect(end.text == "789" && end["Content-Range"] == "bytes 7-9/10")
        let none = try #require(stage.response("Range: bytes=10-\r\n"))
        #expect(none.status == .rangeNotSatisfiable && none["Content-Range"] == "bytes */10")
        #expect(stage.response("Range: bytes=2-4\r\nIf-Range: \(stage.product.entityTag)\r\n")?.text == "234")
        for fields in ["Range: bytes=2-4\r\nIf-Range: \"x\"\r\n", "Range: bytes=0-1,3-4\r\n", "Range: lines=1-2\r\n"] {
            guard case .prepared? = stage.outcome(fields) else {
                Issue.record("\(fields) is not the whole")
                continue
            }
        }
        // RFC 9110, 14.2: a range has a meaning for GET alone.
        guard case .prepared? = stage.outcome("Range: bytes=2-4\r\n", method: "HEAD") else {
            Issue.record("HEAD is not the whole")
            return
        }
    }

    @Test func conditions() throws {
        let stage = try Stage()
        for fields in [
            "If-None-Match: \(stage.product.entityTag)\r\n", "If-None-Match: *\r\n", "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
        ] {
            let response = try #require(stage.response(fields))
            #expect(response.status == .notModified && response.body.isEmpty)
            #expect(response["ETag"] == stage.product.entityTag && response["Cache-Control"] == "public, max-age=300")
        }
        for fields in ["If-None-Match: \"x\"\r\n", "If-Modified-Since: Sun, 06 Nov 1994 08:49:36 GMT\r\n"] {
            guard case .prepared? = stage.outcome(fields) else {
                Issue.record("\(fields) is not the whole")
                continue
            }
        }
    }

    @Test func methodsAndHosts() throws {
        let stage = try Stage()
        func answer(_ method: String, _ fields: String = "Host: a\r\n") -> Response? {
            stage.application.generalResponse(to: request("/", method: method, fields: fields), .galleryPage)
        }
        #expect(answer("GET") == nil && answer("HEAD") == nil)
        let preflight = try #require(answer("OPTIONS"))
        #expect(preflight.status == .noContent && preflight["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS")
        #expect(preflight["Access-Control-Allow-Origin"] == "*")
        for method in ["POST", "DELETE", "PUT", "PROPFIND"] {
            #expect(answer(method)?.status == .methodNotAllowed && answer(method)?["Allow"] == "GET, HEAD, OPTIONS")
        }
        #expect(answer("GET", "Host: a/b\r\n")?.status == .badRequest)
    }

    /// Without the right token, what may be forgotten is not there; other methods are not either.
    @Test func whoMayHaveSomethingForgotten() throws {
        let token = "a-secret-of-the-operator"
        func status(_ configured: String?, _ method: String, _ field: String) throws -> Int? {
            var configuration = Configuration()
            configuration.adminToken = configured.flatMap(AdminToken.init)
            let request = request("/cache/a.ppm", method: method, fields: "Host: a\r\n\(field)\r\n")
            return try Stage(configuration).application.generalResponse(to: request, .forgetting(identifier: 7..<12))?.status.rawValue
        }
        #expect(try status(token, "DELETE", "Authorization: Bearer \(token)") == nil)
        #expect(try status(token, "DELETE", "Authorization: Bearer \(token)x") == 404)
        #expect(try status(token, "DELETE", "X: y") == 404)
        #expect(try status(nil, "DELETE", "Authorization: Bearer \(token)") == 404)
        #expect(try status(token, "POST", "Authorization: Bearer \(token)") == 405)
        let stage = try Stage()
        #expect(stage.application.response(to: .forgetting(identifier: 7..<12), request("/cache/a.ppm")).status == .notFound)
    }

    @Test func operations() throws {
        let stage = try Stage()
        let application = stage.application
        #expect(application.response(to: .liveness, request("/healthz")).status == .ok)
        #expect(application.response(to: .readiness, request("/readyz")).status == .ok)
        application.startDraining()
        #expect(application.response(to: .liveness, request("/healthz")).status == .ok)
        #expect(application.response(to: .readiness, request("/readyz")).status == .serviceUnavailable)
        #expect(application.response(to: .galleryPage, request("/")).text == "gallery")
        #expect(application.response(to: .file, request("/missing")).status == .notFound)
    }

    /// Counters, and a histogram whose buckets hold what is below.
    @Test func metrics() throws {
        let loads = [LoopLoad(), LoopLoad()]
        for (index, milliseconds) in [0, 1, 2, 70, 20_000].enumerated() {
            loads[index % 2].metrics.count(.tiles, .ok, milliseconds: milliseconds)
        }
        loads[0].metrics.count(.none, .badRequest, milliseconds: 3)
        loads[1].connectionWillOpen()
        let text = MetricsPage(loads: loads, service: try Stage().service).text
        for line in [
            "azulejo_http_requests_total{route=\"tiles\",status=\"200\"} 5", "azulejo_http_requests_total{route=\"none\",status=\"400\"} 1",
            "azulejo_http_request_duration_seconds_bucket{le=\"0.001\"} 2", "azulejo_http_request_duration_seconds_bucket{le=\"0.005\"} 4",
            "azulejo_http_request_duration_seconds_bucket{le=\"0.1\"} 5", "azulejo_http_request_duration_seconds_bucket{le=\"+Inf\"} 6",
            "azulejo_http_request_duration_seconds_count 6", "azulejo_http_request_duration_seconds_sum 20.076", "azulejo_connections 1",
            "azulejo_queue_depth{lane=\"wanted\"} 0", "azulejo_builds_running 0",
            "azulejo_cache_hits_total{tier=\"disk\"} 0", "azulejo_cache_misses_total{tier=\"disk\"} 0", "azulejo_native_tiles_total 0",
        ] {
            #expect(text.contains("\n\(line)\n"), "\(line)")
        }
        #expect(text.hasSuffix("\n"))
    }
}
