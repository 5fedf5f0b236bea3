// ImageLinks: all URLs of an image. Handlers and descriptors take them from here.

public import Geometry

/// The URLs of an image.
public struct ImageLinks: Hashable, Sendable {
    /// The image's identifier.
    public let identifier: ImageIdentifier

    /// The format of the image's tiles, which the URLs of tiles name.
    public let tileFormat: ImageFormat

    private let base: String
    private let segment: String
    private let version: String
    private let hasPyramid: Bool

    /// Creates the URLs of an image.
    /// - Parameters:
    ///   - version: changes with the bytes of the image, so that caches may keep a URL for ever. Unreserved characters only.
    ///   - tileFormat: the format of the image's tiles.
    ///   - hasPyramid: true when the image has or can have a pyramid in a file of its own.
    ///   - base: the base URL: empty, a path prefix, or scheme, host and path prefix. Without a slash at its end.
    ///   - substitute: replaces slashes in the identifier; nil for "%2F".
    public init(
        _ identifier: ImageIdentifier, version: String, tileFormat: ImageFormat = .jpg, hasPyramid: Bool = true, base: String = "",
        substitute: SlashSubstitute? = nil
    ) {
        self.identifier = identifier
        self.base = base
        segment = identifier.segment(substitute)
        self.version = version
        self.tileFormat = tileFormat
        self.hasPyramid = hasPyramid
    }

    /// The description of the image (`ImageDocument`).
    public var document: String { "\(base)/images/\(segment)" }

    /// The viewer page.
    public var view: String { "\(base)/view/\(segment)" }

    /// The base URI of the image in a version of the IIIF Image API.
    public func iiif(_ version: IIIFVersion) -> String { "\(base)/iiif/\(version.segment)/\(segment)" }

    /// The manifest of IIIF Presentation 3.0.
    public var manifest: String { "\(iiif(.v3))/manifest.json" }

    /// The manifest of a folder.
    /// - Parameters:
    ///   - folder: the path of the folder; nil for the source folder.
    ///   - base, substitute: as in the initialiser.
    public static func manifest(ofFolder folder: ImageIdentifier?, base: String, substitute: SlashSubstitute? = nil) -> String {
        "\(base)/iiif/3/\(folder.map { $0.segment(substitute) + "/" } ?? "")manifest.json"
    }

    /// The whole image by IIIF.
    /// - Parameters:
    ///   - size: in pixels; the server must allow it. Nil for the largest allowed size.
    ///   - format: the format of the picture.
    public func picture(_ size: PixelSize?, _ format: ImageFormat = .jpg) -> String {
        "\(iiif(.v3))/full/\(size.map { "\($0.width),\($0.height)" } ?? "max")/0/default.\(format.fileExtension)?v=\(version)"
    }

    /// The Deep Zoom descriptor.
    public var dzi: String { "\(base)/dzi/\(segment).dzi" }

    /// The Zoomify descriptor.
    public var zoomify: String { "\(base)/zoomify/\(segment)/ImageProperties.xml" }

    /// The viewport plan, without a query.
    public var viewport: String { "\(base)/viewport/\(segment)" }

    /// The pyramid as one file; nil when the image has no pyramid file.
    public var pyramid: String? { hasPyramid ? "\(base)/pyramids/\(segment).szi" : nil }

    /// The thumbnail.
    public var thumbnail: String { "\(base)/images/\(segment)/thumbnail.jpg?v=\(version)" }

    /// A template for tile URLs with {level}, {column} and {row}.
    public var tiles: String { tile(level: "{level}", column: "{column}", row: "{row}") }

    /// A template for tile URLs with the placeholders of map clients: {z}, {x} and {y}.
    var xyzTiles: String { tile(level: "{z}", column: "{x}", row: "{y}") }

    /// A tile in the image's tile format. The grid need not have the tile.
    public func tile(_ address: TileAddress) -> String {
        tile(level: String(address.level), column: String(address.column), row: String(address.row))
    }

    private func tile(level: String, column: String, row: String) -> String {
        "\(base)/tiles/\(segment)/\(level)/\(column)/\(row).\(tileFormat.fileExtension)?v=\(version)"
    }

    /// Writes the field "links".
    func write(_ json: inout JSONWriter) {
        json.object("links") { json in
            json.field("self", document)
            json.field("view", view)
            json.field("iiif2", iiif(.v2) + "/info.json")
            json.field("iiif3", iiif(.v3) + "/info.json")
            json.field("manifest", manifest)
            json.field("dzi", dzi)
            json.field("zoomify", zoomify)
            json.field("tiles", tiles)
            json.field("viewport", viewport)
            if let pyramid { json.field("pyramid", pyramid) }
        }
    }
}
