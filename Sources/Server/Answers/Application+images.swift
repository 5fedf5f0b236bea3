// What several routes say of an image: its URLs, its products, its limits, its description.

internal import Building
internal import Caching
internal import Geometry
internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

extension Application {
    // MARK: - URLs

    /// The URLs of an image for one client: paths, or URLs with the operator's base.
    func links(_ record: ImageRecord, _ request: borrowing Request) -> ImageLinks {
        links(record, base: BaseURL(of: request, configuration).path)
    }

    /// The whole URLs of an image.
    /// - Throws: 400 where neither the operator nor the request names the server's host.
    func absoluteLinks(_ record: ImageRecord, _ request: borrowing Request) throws(Problem) -> ImageLinks {
        links(record, base: try BaseURL(of: request, configuration).url())
    }

    func links(_ record: ImageRecord, base: String) -> ImageLinks {
        ImageLinks(
            ImageIdentifier(ofKnown: record.identifier), version: record.version.description, tileFormat: record.tileFormat,
            hasPyramid: record.hasWholePyramid, base: base, substitute: configuration.slashSubstitute)
    }

    // MARK: - Products

    /// A tile of the grid.
    /// - Throws: 404 where the grid has no such tile.
    func tile(_ address: TileAddress, _ format: ImageFormat, of record: ImageRecord) throws(Problem) -> Product {
        guard record.grid.contains(address), let key = TileKey(version: record.version, address: address, format: format) else {
            throw Problem(TileError.outsideGrid)
        }
        return .tile(key)
    }

    /// The answer with a tile of the grid.
    /// - Throws: 404 where the grid has no such tile.
    func tileAnswer(_ address: TileAddress, _ format: ImageFormat, of record: ImageRecord) throws(Problem) -> Answer {
        answer(with: try tile(address, format, of: record), of: record)
    }

    /// The answer with another image made of a record's.
    func answer(with rendition: Rendition, of record: ImageRecord) -> Answer {
        answer(with: .rendition(record.version, rendition), of: record)
    }

    /// The answer with a product, in the lane that its cost asks for.
    func answer(with product: Product, of record: ImageRecord, link: [UInt8]? = nil) -> Answer {
        let lane: Lane =
            switch product {
            case .tile(let key): service.lane(of: key, record)
            case .rendition(_, .thumbnail): .background
            case .rendition: .viewport
            }
        return .product(ProductAnswer(product: product, record: record, lane: lane, link: link))
    }

    /// - Throws: 415 for a format that is not written here, 413 for one that has no room for so many pixels along a side.
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

    /// Memory that a pixel of an answer can take, in bytes: it is made of up to four of a level, in whole tiles, of up to four channels.
    private static let bytesPerPixel = 20

    /// How large an image of this grid a client may ask for.
    func limits(of grid: PyramidGrid) -> IIIFLimits {
        // JPEG is the format that every client asks for, so its limit is the limit of all. Tiles are promised whatever the operator allows.
        IIIFLimits(
            maxArea: max(
                min(configuration.maxOutputPixels, configuration.decodeMemory / Application.bytesPerPixel),
                grid.tileSize * grid.tileSize),
            maxSide: Encoding(.jpg).maximumSide)
    }

    // MARK: - Descriptions

    /// An image's description. May open its pyramid: worker threads.
    func document(_ record: ImageRecord, _ request: borrowing Request) -> ImageDocument {
        ImageDocument(
            links: links(record, request), format: record.description.format, pages: record.description.pages, grid: record.grid,
            hasAlpha: record.description.hasAlpha, pyramid: PyramidStatus(service.pyramidState(of: record)))
    }
}

extension Response {
    /// A description of something, which clients keep and ask for again.
    static func descriptor(_ body: [UInt8], type: String = "application/json") -> Response {
        Response(.ok, fields: [ResponseField("Content-Type", type), Fields.noCache] + Fields.everywhere, body: body)
    }
}
