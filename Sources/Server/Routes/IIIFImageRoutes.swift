// Routes of /iiif/2 and /iiif/3: the IIIF Image API.

internal import Building
internal import Geometry
internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

struct IIIFImageRoutes: RouteGroup {
    static let segment: StaticString? = "iiif"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<IIIFImageRoute, Never>? {
        let request = try IIIFRequest(path, segments)
        let route: IIIFImageRoute =
            switch request.subject {
            case .base: .base(request.version)
            case .information: .information(request.version)
            case .image(let parameters): .image(parameters)
            }
        return .image(identifier: request.identifier, route)
    }
}

enum IIIFImageRoute: ImageHandler {
    /// An image's base URI, which redirects to its information.
    case base(IIIFVersion)
    case information(IIIFVersion)
    case image(IIIFImageParameters)

    var name: RouteName { .iiif }

    func place(for method: Method) -> AnswerPlace {
        // The information may have a sidecar, which is a file.
        if case .information = self { .worker(.wanted) } else { .loop }
    }

    func refusal(_ problem: Problem, _ application: Application) -> Response { problem.onIIIF.response }

    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        switch self {
        case .base(let version):
            let location = try context.application.absoluteLinks(record, request).iiif(version) + "/info.json"
            return .response(
                Response(.seeOther, fields: [ResponseField("Location", location), Fields.noCache] + Fields.everywhere))
        case .information(let version):
            return .response(try information(version, of: record, request, context.application))
        case .image(let parameters):
            return try image(parameters, of: record, request, context.application)
        }
    }

    // MARK: - Images

    /// How many times the limit of pixels the canvas of a turned image may have. The limits of IIIF hold before an image is turned; a square
    /// takes at most twice its pixels then, but a narrow image thousands of times as many.
    private static let turnedFactor = 2

    /// An image, with the link to its canonical URI.
    private func image(
        _ parameters: IIIFImageParameters, of record: ImageRecord, _ request: borrowing Request, _ application: Application
    ) throws(Problem) -> Answer {
        let limits = application.limits(of: record.grid)
        let plan = try Problem.wrapping { () throws(RequestError) in try parameters.resolve(on: record.grid, limits) }
        try application.check(plan.format, holds: plan.turn.canvas(of: plan.size))
        try check(plan, limits)
        let product: Product
        if let address = plan.tile {
            product = try application.tile(address, plan.format, of: record)
        } else {
            let quality = RenderPlan.Quality(plan.quality)
            product = .rendition(
                record.version, .region(plan.region, size: plan.size, turn: plan.turn, quality: quality, format: plan.format))
        }
        // Without a host there is no base for a link. The image is sent without it.
        let base = try? BaseURL(of: request, application.configuration).url()
        let substitute = application.configuration.slashSubstitute
        let link = base.map { plan.link(base: $0, identifier: record.identifier, substitute: substitute) }
        return application.answer(with: product, of: record, link: link)
    }

    /// - Throws: 413 for an image that takes too many pixels to turn it.
    private func check(_ plan: IIIFImagePlan, _ limits: IIIFLimits) throws(Problem) {
        let canvas = plan.turn.canvas(of: plan.size)
        let area = limits.maxArea * IIIFImageRoute.turnedFactor
        // The canvas is of whole pixels: the box itself ends somewhere in the last column and row.
        guard plan.turn.quarters != nil || canvas.area - canvas.width - canvas.height <= area else {
            throw Problem(
                .contentTooLarge,
                "rotation makes \(canvas.width) x \(canvas.height) pixels of \(plan.size.width) x \(plan.size.height); "
                    + "allowed are \(area). Ask for a smaller size.")
        }
    }

    // MARK: - Information

    /// Formats that the linked libraries write.
    private static let formats = ImageFormat.allCases.filter(Encoding.writable.contains)

    /// info.json, as the kind of JSON that the client prefers.
    private func information(
        _ version: IIIFVersion, of record: ImageRecord, _ request: borrowing Request, _ application: Application
    ) throws(Problem) -> Response {
        let links = try application.absoluteLinks(record, request)
        let information = IIIFInformation(
            version: version, id: links.iiif(version), grid: record.grid, limits: application.limits(of: record.grid),
            formats: IIIFImageRoute.formats, tileFormat: record.tileFormat, isGrey: record.description.isGrey,
            sidecar: application.sidecars.sidecar(of: record))
        let isLinked = version.answersLinkedData(to: AcceptField(request.text(.accept)))
        var response = Response.descriptor(
            information.json(), type: isLinked ? "application/ld+json;profile=\"\(version.context)\"" : "application/json")
        response.fields.append(ResponseField("Vary", "Accept"))
        if !isLinked {
            // This link makes linked data of plain JSON (JSON-LD 1.0, section 6.8).
            let relation = "rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
            response.fields.append(ResponseField("Link", "<\(version.context)>; \(relation)"))
        }
        return response
    }
}

extension IIIFVersion {
    /// True when info.json goes out as JSON-LD and not as plain JSON (section 5.1 of both versions): in version 3 unless a client prefers
    /// JSON, in version 2 only if a client asks for JSON-LD by name.
    fileprivate func answersLinkedData(to accept: AcceptField) -> Bool {
        let (linked, plain) = (accept.weight(of: "application/ld+json"), accept.weight(of: "application/json"))
        return switch self {
        case .v2: accept.names("application/ld+json") && linked >= plain
        case .v3: linked >= plain
        }
    }
}

extension RenderPlan.Quality {
    fileprivate init(_ quality: IIIFQuality) {
        switch quality {
        case .default, .color: self = .default
        case .gray: self = .gray
        case .bitonal: self = .bitonal
        }
    }
}

extension RouteName {
    /// The Image API and the Presentation API.
    static let iiif = RouteName("iiif")
}
