// Routes of one segment: the gallery at /, and what operators ask: /healthz, /readyz, /metrics.

internal import HTTP
internal import Protocols

struct OperationsRoutes: RouteGroup {
    static let segment: StaticString? = nil

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<Never, OperationsRoute>? {
        guard segments.count == 1 else { return nil }
        if segments[0].isEmpty { return .plain(.gallery) }
        if segments.segment(0, of: path, is: "healthz") { return .plain(.liveness) }
        if segments.segment(0, of: path, is: "readyz") { return .plain(.readiness) }
        if segments.segment(0, of: path, is: "metrics") { return .plain(.metrics) }
        return nil
    }
}

enum OperationsRoute: PlainHandler {
    case gallery, liveness, readiness, metrics

    var name: RouteName { self == .gallery ? .gallery : .operations }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        switch self {
        case .gallery: return .response(application.files.page(.gallery, status: .ok))
        case .liveness: return text(.ok, "ok\n")
        case .readiness: return application.isDraining ? text(.serviceUnavailable, "stopping\n") : text(.ok, "ready\n")
        case .metrics:
            let page = MetricsPage(loads: application.loads, service: application.service)
            return text(.ok, page.text, type: "text/plain; version=0.0.4")
        }
    }

    private func text(_ status: Status, _ text: String, type: String = "text/plain; charset=utf-8") -> Answer {
        let fields = [ResponseField("Content-Type", type), Fields.noStore] + Fields.everywhere
        return .response(Response(status, fields: fields, body: Array(text.utf8)))
    }
}

extension RouteName {
    static let gallery = RouteName("gallery")
    static let operations = RouteName("operations")
}
