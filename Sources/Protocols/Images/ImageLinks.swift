// ImageLinks: every URL that the server writes about one image. Handlers and descriptors take them from here.

public import Geometry

/// The URLs of an image's representations.
public struct ImageLinks: Hashable, Sendable {
    public let identifier: ImageIdentifier

    /// The format in which the image's tiles are stored, and which the URLs of tiles name.
    public let tileFormat: ImageFormat

    private let base: String
    private let segment: String
    private let version: String
    private let hasPyramid: Bool

    /// - Parameters:
    ///   - version: changes whenever the image's bytes do; only unreserved characters. It is what lets caches keep a URL for good.
    ///   - tileFormat: the format in which the image's tiles are stored.
    ///   - hasPyramid: whether the image has a pyramid, or can have one, that is not its own file.
    ///   - base: what stands in front of every path: nothing, a prefix, or a scheme, host and prefix, without a slash at its end.
    ///   - substitute: what stands for a slash in the identifier.
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

    /// The image's description.
    public var document: String { "\(base)/images/\(segment)" }

    /// The viewer's page.
    public var view: String { "\(base)/view/\(segment)" }

    /// The base URI of a version of the IIIF Image API, to which "/info.json" is added.
    public func iiif(_ version: IIIFVersion) -> String { "\(base)/iiif/\(version.segment)/\(segment)" }

    /// The IIIF Presentation 3.0 manifest.
    public var manifest: String { "\(iiif(.v3))/manifest.json" }

    /// The manifest of a folder.
    /// - Parameters:
    ///   - folder: its path; nil for the folder that holds everything.
    ///   - base, substitute: as in the initialiser.
    public static func manifest(ofFolder folder: ImageIdentifier?, base: String, substitute: SlashSubstitute? = nil) -> String {
        "\(base)/iiif/3/\(folder.map { $0.segment(substitute) + "/" } ?? "")manifest.json"
    }

    /// The whole image by IIIF.
    /// - Parameter size: one that the server makes of it; nil for the greatest.
    public func picture(_ size: PixelSize?, _ format: ImageFormat = .jpg) -> String {
        "\(iiif(.v3))/full/\(size.map { "\($0.width),\($0.height)" } ?? "max")/0/default.\(format.fileExtension)?v=\(version)"
    }

    /// The Deep Zoom descriptor.
    public var dzi: String { "\(base)/dzi/\(segment).dzi" }

    /// The Zoomify descriptor.
    public var zoomify: String { "\(base)/zoomify/\(segment)/ImageProperties.xml" }

    /// The viewport plan, without its query.
    public var viewport: String { "\(base)/viewport/\(segment)" }

    /// The pyramid as one file; nil where there is none.
    public var pyramid: String? { hasPyramid ? "\(base)/pyramids/\(segment).szi" : nil }

    /// A small picture of the image.
    public var thumbnail: String { "\(base)/images/\(segment)/thumbnail.jpg?v=\(version)" }

    /// A template of tile URLs with {level}, {column} and {row} to be replaced.
    public var tiles: String { tile(level: "{level}", column: "{column}", row: "{row}") }

    /// The same with map clients' names for them, {z}, {x} and {y}.
    var xyzTiles: String { tile(level: "{z}", column: "{x}", row: "{y}") }

    /// One tile, in the format in which the image's tiles are stored. Whether the grid has such a tile is not checked.
    public func tile(_ address: TileAddress) -> String {
        tile(level: String(address.level), column: String(address.column), row: String(address.row))
    }

    private func tile(level: String, column: String, row: String) -> String {
        "\(base)/tiles/\(segment)/\(level)/\(column)/\(row).\(tileFormat.fileExtension)?v=\(version)"
    }

    /// Writes the object "links".
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
