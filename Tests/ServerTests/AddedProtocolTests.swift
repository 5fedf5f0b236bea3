// A protocol that only this test knows: a group of its own and a line in a table are all that it takes.

import Geometry
import HTTP
import Library
@testable import Protocols
@testable import Server
import Testing

/// Routes of /probe: an image's size, by an identifier in the query, and a question that no image is needed for.
private struct ProbeRoutes: RouteGroup {
    static let segment: StaticString? = "probe"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<SizeProbe, EchoProbe>? {
        if segments.count == 2 { return .plain(EchoProbe(text: segments[1])) }
        guard query.count > 4, query[0] == UInt8(ascii: "F"), query[3] == UInt8(ascii: "=") else {
            throw RequestError(.badRequest, "FIF", value: nil, allowed: "an image")
        }
        let start = path.count + 1
        return .image(identifier: start + 4..<start + query.count, SizeProbe())
    }
}

private struct SizeProbe: ImageHandler {
    var name: RouteName { .probe }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let text = "\(record.grid.size.width) x \(record.grid.size.height)"
        return .response(.descriptor(Array(text.utf8), type: "text/plain"))
    }
}

private struct EchoProbe: PlainHandler {
    let text: Range<Int>

    var name: RouteName { .probe }

    func place(for method: HTTP.Method) -> AnswerPlace { .worker(.wanted) }

    func refusal(_ problem: Problem, _ application: Application) -> Response { Problem(.badRequest, "told otherwise").response }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let text = request.pathBytes(text)
        guard text != Array("bad".utf8) else { throw Problem(.contentTooLarge, "it is bad") }
        return .response(.descriptor(text, type: "text/plain"))
    }
}

extension RouteName {
    fileprivate static let probe = RouteName("probe")
}

@Suite struct AddedProtocolTests {
    private func ask(_ stage: LoopStage, _ target: String, method: String = "GET", _ fields: String = "") -> (head: String, body: String) {
        let answer = stage.exchange(Array("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n".utf8))
        let parts = String(decoding: answer, as: UTF8.self).split(separator: "\r\n\r\n", maxSplits: 1)
        return (String(parts.first ?? ""), parts.count == 2 ? String(parts[1]) : "")
    }

    @Test("A protocol that is added to a table is answered like the others: images by their record, errors, methods, conditions, metrics")
    func added() throws {
        let stage = try LoopStage(memory: 1 << 20, routes: RouteTable(groups: RouteTable.standard.groups + [ProbeRoutes()]))
        defer { stage.stop() }
        // The first time a worker finds the image, the second time the loop knows it.
        for _ in 0..<2 {
            let (head, body) = ask(stage, "/probe?FIF=a.ppm")
            #expect(head.hasPrefix("HTTP/1.1 200") && body == "100 x 100")
            #expect(head.contains("Vary: Accept-Encoding") && head.contains("Access-Control-Allow-Origin: *"))
        }
        let (head, _) = ask(stage, "/probe?FIF=a.ppm", "If-None-Match: *\r\n")
        #expect(head.hasPrefix("HTTP/1.1 304"))
        #expect(ask(stage, "/probe?FIF=b.ppm").head.hasPrefix("HTTP/1.1 404"))
        #expect(ask(stage, "/probe?x").head.hasPrefix("HTTP/1.1 400"))
        #expect(ask(stage, "/probe?FIF=a.ppm", method: "POST").head.contains("Allow: GET, HEAD, OPTIONS"))
        #expect(ask(stage, "/probe/hello").body == "hello")
        #expect(ask(stage, "/probe/bad").body.contains("told otherwise"))
        #expect(ask(stage, "/tiles/a.ppm/0/0/0.jpg").head.hasPrefix("HTTP/1.1 200"))
        #expect(RouteName.all.contains(.probe))
        #expect(stage.load.metrics.counters.requests(.probe, status: 200) == 3)
        #expect(stage.load.metrics.counters.requests(.none, status: 400) == 1)
    }
}
