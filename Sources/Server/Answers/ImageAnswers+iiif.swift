// Answers of the IIIF Image API.

internal import Building
internal import Geometry
internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

extension ImageAnswers {
    /// How many times the limit of pixels the canvas of a turned image may have. The limits of IIIF hold before an image is turned; a square
    /// takes at most twice its pixels then, but a narrow image thousands of times as many.
    private static let turnedFactor = 2

    /// Memory that a pixel of an answer can take: it is made of up to four of a level, in whole tiles, of up to four channels.
    private static let bytesPerPixel = 20

    /// How large an image may be that a client asks for.
    func limits(of grid: PyramidGrid) -> IIIFLimits {
        // JPEG is what every client asks for, so its limit is everybody's. Tiles are promised whatever the operator allows.
        IIIFLimits(
            maxArea: max(
                min(configuration.maxOutputPixels, configuration.decodeMemory / ImageAnswers.bytesPerPixel),
                grid.tileSize * grid.tileSize),
            maxSide: Encoding(.jpg).maximumSide)
    }

    /// An image, with the link to its canonical URI.
    func iiifImage(_ parameters: IIIFImageParameters, of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Answer {
        let limits = limits(of: record.grid)
        let plan = try Problem.wrapping { () throws(RequestError) in try parameters.resolve(on: record.grid, limits) }
        try check(plan.format, holds: plan.turn.canvas(of: plan.size))
        try check(plan, limits)
        let product =
            try plan.tile.map { (address) throws(Problem) in try tile(address, plan.format, of: record) } ?? rendition(plan, of: record)
        // Without a host there is nothing to link to, and the image is none the worse.
        let base = try? BaseURL(of: request, configuration).url()
        let link = base.map { plan.link(base: $0, identifier: record.identifier, substitute: configuration.slashSubstitute) }
        return .product(product, lane(of: product, record), link: link)
    }

    private func rendition(_ plan: IIIFImagePlan, of record: ImageRecord) -> Product {
        .rendition(
            record.version,
            .region(plan.region, size: plan.size, turn: plan.turn, quality: RenderPlan.Quality(plan.quality), format: plan.format))
    }

    /// - Throws: an image that takes too many pixels to turn it.
    private func check(_ plan: IIIFImagePlan, _ limits: IIIFLimits) throws(Problem) {
        let canvas = plan.turn.canvas(of: plan.size)
        let area = limits.maxArea * ImageAnswers.turnedFactor
        // The canvas is of whole pixels: the box itself ends somewhere in the last column and row.
        guard plan.turn.quarters != nil || canvas.area - canvas.width - canvas.height <= area else {
            throw Problem(
                .contentTooLarge,
                "rotation makes \(canvas.width) x \(canvas.height) pixels of \(plan.size.width) x \(plan.size.height); "
                    + "allowed are \(area). Ask for a smaller size.")
        }
    }

    /// info.json, as the kind of JSON that the client would rather have.
    func iiifInformation(
        _ version: IIIFVersion, of record: ImageRecord, _ request: borrowing Request
    ) throws(Problem) -> Response {
        let links = try absoluteLinks(record, request)
        let information = IIIFInformation(
            version: version, id: links.iiif(version), grid: record.grid, limits: limits(of: record.grid), formats: ImageAnswers.formats,
            tileFormat: record.tileFormat, isGrey: record.description.isGrey, sidecar: sidecars.sidecar(of: record))
        let isLinked = version.answersLinkedData(to: AcceptField(request.text(.accept)))
        var response = descriptor(
            information.json(), type: isLinked ? "application/ld+json;profile=\"\(version.context)\"" : "application/json")
        response.fields.append(ResponseField("Vary", "Accept"))
        if !isLinked {
            // What makes linked data of plain JSON (JSON-LD 1.0, section 6.8).
            let relation = "rel=\"http://www.w3.org/ns/json-ld#context\"; type=\"application/ld+json\""
            response.fields.append(ResponseField("Link", "<\(version.context)>; \(relation)"))
        }
        return response
    }

    /// Formats that the linked libraries write.
    private static let formats = ImageFormat.allCases.filter(Encoding.writable.contains)
}

extension IIIFVersion {
    /// Whether info.json goes out as JSON-LD and not as plain JSON (section 5.1 of both versions): in version 3 it does unless a client would
    /// rather have JSON, in version 2 only where a client asks for JSON-LD by name.
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
