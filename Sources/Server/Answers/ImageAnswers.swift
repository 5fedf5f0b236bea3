// Questions about one image, answered from its record.

internal import Geometry
internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Pyramids
internal import Workers

/// Turns a question into a response or into the product that answers it. Loops and workers.
final class ImageAnswers: Sendable {
    let configuration: Configuration
    let service: TileService
    let files: PublicFiles
    let sidecars: Sidecars
    let eventStreams = Quota(ImageAnswers.eventStreamLimit)
    let sessions = ViewingSessions()
    let downloads = Quota(ImageAnswers.downloadLimit)

    init(configuration: Configuration, service: TileService, files: PublicFiles, sidecars: Sidecars) {
        self.configuration = configuration
        self.service = service
        self.files = files
        self.sidecars = sidecars
    }

    /// The pixels on the longer side of a thumbnail.
    static let thumbnailSide = 256

    /// Tiles that a viewport plan lists at most: those of the largest view at the largest dpr in tiles of 512 pixels.
    static let planTiles = 300_000

    /// - Throws: a question that the image has no answer to.
    func resolve(_ question: ImageQuestion, of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Answer {
        switch question {
        case .tile(let address, let format), .zoomifyTile(let address, let format):
            return try tileAnswer(address, format, of: record)
        case .deepZoomTile(let address, let format):
            switch DeepZoomPlace(address, in: record.grid) {
            case .tile(let address): return try tileAnswer(address, format, of: record)
            case .reduced(let size):
                return rendition(.region(PixelRect(record.grid.size), size: size, quality: .default, format: format), of: record)
            case nil: throw Problem(TileError.outsideGrid)
            }
        case .iiifImage(let parameters):
            return try iiifImage(parameters, of: record, request)
        case .thumbnail:
            let ofPyramid = service.hasPyramidOpen(record)
            return rendition(.thumbnail(side: ImageAnswers.thumbnailSide, ofPyramid: ofPyramid), of: record)
        case .viewportImage(let format):
            return try viewportImage(format, of: record, request)
        case .deepZoomDescriptor:
            return .response(descriptor(DeepZoomDescriptor.xml(record.grid, format: record.tileFormat), type: "application/xml"))
        case .zoomifyDescriptor:
            return .response(descriptor(ZoomifyDescriptor.xml(record.grid), type: "application/xml"))
        case .tileJSON:
            let links = try absoluteLinks(record, request)
            return .response(descriptor(TileJSON(links: links, grid: record.grid).json(), type: "application/json"))
        case .iiifBase(let version):
            return .response(redirect(to: try absoluteLinks(record, request).iiif(version) + "/info.json"))
        case .iiifInformation(let version):
            return .response(try iiifInformation(version, of: record, request))
        case .description:
            return .response(descriptor(document(record, request).json(), type: "application/json"))
        case .events:
            return try events(of: record)
        case .pyramidFile:
            return try pyramidFile(of: record, request)
        case .viewportPlan:
            let (viewport, _) = try viewport(of: record, request)
            try checkPlan(viewport, of: record)
            return .response(
                descriptor(ViewportPlan.json(viewport, grid: record.grid, links: links(record, request)), type: "application/json"))
        case .gesture:
            return .response(try gesture(of: record, request))
        case .sessionEvents:
            return try sessionEvents(of: record, request)
        case .viewPage:
            return .response(viewerPage(of: record, request))
        }
    }

    /// The URLs of an image for whoever asked: paths, or what the operator decided.
    func links(_ record: ImageRecord, _ request: borrowing Request) -> ImageLinks {
        links(record, base: BaseURL(of: request, configuration).path)
    }

    /// The whole URLs of an image.
    /// - Throws: where nobody says what the server is called.
    func absoluteLinks(_ record: ImageRecord, _ request: borrowing Request) throws(Problem) -> ImageLinks {
        links(record, base: try BaseURL(of: request, configuration).url())
    }

    func links(_ record: ImageRecord, base: String) -> ImageLinks {
        ImageLinks(
            ImageIdentifier(ofKnown: record.identifier), version: record.version.description, tileFormat: record.tileFormat,
            hasPyramid: record.hasWholePyramid, base: base, substitute: configuration.slashSubstitute)
    }

    func tile(_ address: TileAddress, _ format: ImageFormat, of record: ImageRecord) throws(Problem) -> Product {
        guard record.grid.contains(address), let key = TileKey(version: record.version, address: address, format: format) else {
            throw Problem(TileError.outsideGrid)
        }
        return .tile(key)
    }

    private func tileAnswer(_ address: TileAddress, _ format: ImageFormat, of record: ImageRecord) throws(Problem) -> Answer {
        let product = try tile(address, format, of: record)
        return .product(product, lane(of: product, record))
    }

    /// How urgent a product is that was asked for.
    func lane(of product: Product, _ record: ImageRecord) -> Lane {
        switch product {
        case .tile(let key): service.lane(of: key, record)
        case .rendition(_, .thumbnail): .background
        case .rendition: .viewport
        }
    }

    private func rendition(_ rendition: Rendition, of record: ImageRecord) -> Answer {
        let product = Product.rendition(record.version, rendition)
        return .product(product, lane(of: product, record))
    }

    private func viewportImage(_ format: ImageFormat, of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Answer {
        let (viewport, background) = try viewport(of: record, request)
        try check(viewport, limit: configuration.maxOutputPixels)
        let canvas = viewport.deviceSize
        try check(format, holds: canvas)
        let frame = viewport.frame
        // The canvas is rounded to whole pixels, so its own ratio to the view is what places the image on it.
        let (x, y) = (Double(canvas.width) / viewport.view.width, Double(canvas.height) / viewport.view.height)
        let place = Rect(x: frame.x * x, y: frame.y * y, width: frame.width * x, height: frame.height * y)
        var colour = background ?? configuration.background
        // Here, and not where it is drawn: the same picture has one name, however its background was written.
        if !format.keepsAlpha { colour = colour.laid(on: configuration.background) }
        return rendition(.viewport(canvas: canvas, place: place, format: format, background: colour), of: record)
    }

    /// The viewport that a request's query means, and the background that it asks for.
    private func viewport(of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> (Viewport, Colour?) {
        let bytes = request.bytes
        let range = request.query ?? 0..<0
        return try Problem.wrapping { () throws(RequestError) in
            let query = try ViewportQuery(bytes.span.extracting(range))
            return (try query.viewport(of: record.grid.size), query.background)
        }
    }

    /// - Throws: a format that is not written here, or that has no room for so many pixels along a side.
    func check(_ format: ImageFormat, holds canvas: PixelSize) throws(Problem) {
        let name = format.fileExtension
        guard Encoding.writable.contains(format) else {
            throw Problem(.unsupportedMediaType, "format is \"\(name)\", which this server cannot write; info.json names the others.")
        }
        let side = Encoding(format).maximumSide
        guard canvas.longerSide <= side else {
            throw Problem(
                .contentTooLarge,
                "The image would have \(canvas.width) x \(canvas.height) pixels; \(name) has at most \(side) along a side. "
                    + "Ask for a smaller size, or another format.")
        }
    }

    /// - Throws: a view of more device pixels than an answer may have.
    private func check(_ viewport: Viewport, limit: Int) throws(Problem) {
        let pixels = viewport.deviceSize
        guard pixels.area <= limit else {
            throw Problem(
                .contentTooLarge, "width, height and dpr make \(pixels.width) x \(pixels.height) pixels; allowed are \(limit).")
        }
    }

    /// - Throws: a view that needs more tiles than a plan may list.
    func checkPlan(_ viewport: Viewport, of record: ImageRecord, tiles: Int = ImageAnswers.planTiles) throws(Problem) {
        // A tile is shown at half its size at least, so this bounds the list.
        try check(viewport, limit: tiles * record.grid.tileSize * record.grid.tileSize / 4)
    }

    private func document(_ record: ImageRecord, _ request: borrowing Request) -> ImageDocument {
        ImageDocument(
            links: links(record, request), format: record.description.format, pages: record.description.pages, grid: record.grid,
            hasAlpha: record.description.hasAlpha, pyramid: PyramidStatus(service.pyramidState(of: record)))
    }

    private func viewerPage(of record: ImageRecord, _ request: borrowing Request) -> Response {
        let document = document(record, request)
        let origin = BaseURL(of: request, configuration)
        // Pages name what they load relative to themselves: there may be a prefix that nobody told the server of.
        let links = links(record, base: origin.isDecided ? origin.path : "..")
        let picture = document.pyramid.isThere ? OpeningPicture(record.grid, links, limits(of: record.grid)) : nil
        return files.viewerPage(carrying: document.json(), picture)
    }

    /// What the list of images says of one.
    func entry(_ record: ImageRecord, _ request: borrowing Request) -> ImageList.Entry {
        ImageList.Entry(
            links: links(record, request), size: record.grid.size, pyramid: service.buildProgress(of: record).map { .building($0) })
    }

    func descriptor(_ body: [UInt8], type: String) -> Response {
        Response(.ok, fields: [ResponseField("Content-Type", type), Fields.noCache] + Fields.everywhere, body: body)
    }

    private func redirect(to location: String) -> Response {
        Response(.seeOther, fields: [ResponseField("Location", location), Fields.noCache] + Fields.everywhere)
    }
}
