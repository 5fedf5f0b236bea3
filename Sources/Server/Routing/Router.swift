// From a raw path to a route: the first segment names the protocol, which reads the rest.

internal import Protocols

enum Router {
    /// To add a protocol: its folder in `Protocols`, a line here, and its questions in `ImageQuestion` and `ImageAnswers`.
    /// - Throws: a path that its protocol cannot read.
    static func route(_ path: Span<UInt8>) throws(RequestError) -> Route {
        guard let segments = PathSegments(path) else { return .file }
        if segments.segment(0, of: path, is: "tiles") {
            switch try TilesRequest(path, segments) {
            case .descriptor(let identifier): return .image(identifier: identifier, .tileJSON)
            case .tile(let identifier, let address, let format): return .image(identifier: identifier, .tile(address, format))
            }
        }
        if segments.segment(0, of: path, is: "iiif") {
            if let manifest = PresentationRequest(path, segments) { return .manifest(identifier: manifest.identifier) }
            let request = try IIIFRequest(path, segments)
            switch request.subject {
            case .base: return .image(identifier: request.identifier, .iiifBase(request.version))
            case .information: return .image(identifier: request.identifier, .iiifInformation(request.version))
            case .image(let parameters): return .image(identifier: request.identifier, .iiifImage(parameters))
            }
        }
        if segments.segment(0, of: path, is: "dzi") {
            switch try DeepZoomRequest(path, segments) {
            case .descriptor(let identifier): return .image(identifier: identifier, .deepZoomDescriptor)
            case .tile(let identifier, let address, let format): return .image(identifier: identifier, .deepZoomTile(address, format))
            }
        }
        if segments.segment(0, of: path, is: "zoomify") {
            switch try ZoomifyRequest(path, segments) {
            case .descriptor(let identifier): return .image(identifier: identifier, .zoomifyDescriptor)
            // Zoomify's tiles are the grid's own.
            case .tile(let identifier, let address, let format): return .image(identifier: identifier, .zoomifyTile(address, format))
            }
        }
        if segments.segment(0, of: path, is: "images") {
            switch try ImagesRequest(path, segments) {
            case .list: return .imageList
            case .description(let identifier): return .image(identifier: identifier, .description)
            case .thumbnail(let identifier): return .image(identifier: identifier, .thumbnail)
            case .events(let identifier): return .image(identifier: identifier, .events)
            }
        }
        if segments.segment(0, of: path, is: "viewport") {
            let request = try ViewportRequest(path, segments)
            switch request.answer {
            case .plan: return .image(identifier: request.identifier, .viewportPlan)
            case .image(let format): return .image(identifier: request.identifier, .viewportImage(format))
            case .gestures: return .image(identifier: request.identifier, .gesture)
            case .events: return .image(identifier: request.identifier, .sessionEvents)
            }
        }
        if segments.segment(0, of: path, is: "pyramids") {
            return .image(identifier: try PyramidRequest(path, segments).identifier, .pyramidFile)
        }
        if segments.segment(0, of: path, is: "view") {
            return .image(identifier: try ViewRequest(path, segments).identifier, .viewPage)
        }
        if segments.segment(0, of: path, is: "cache") {
            return .forgetting(identifier: try CacheRequest(path, segments).identifier)
        }
        if segments.count == 1 {
            if segments[0].isEmpty { return .galleryPage }
            if segments.segment(0, of: path, is: "healthz") { return .liveness }
            if segments.segment(0, of: path, is: "readyz") { return .readiness }
            if segments.segment(0, of: path, is: "metrics") { return .metrics }
        }
        return .file
    }
}
