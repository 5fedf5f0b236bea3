// IIIFInformation: info.json, which clients read before they request images (Image API 3.0 and 2.1, section 5).

public import Geometry

/// Writes the image information document. Sizes, scale factors and tiles come from the grid, so that the document names only what is
/// served.
public struct IIIFInformation: Sendable {
    /// The version of the Image API.
    public let version: IIIFVersion

    /// The absolute base URI of the image, without a slash at its end.
    public let id: String
    /// The grid of the image.
    public let grid: PyramidGrid

    /// The largest answers. They must allow the size of a tile.
    public let limits: IIIFLimits

    /// The formats in which images are served.
    public let formats: [ImageFormat]

    /// The format of the image's tiles, which is the preferred format.
    public let tileFormat: ImageFormat

    /// True for a grey image. The quality "color" is not listed for it, but it is served.
    public let isGrey: Bool

    /// The publisher's metadata.
    public let sidecar: Sidecar?

    /// Creates a document.
    /// - Parameter formats: must contain `jpg` and `png`, as level 2 requires.
    public init(
        version: IIIFVersion, id: String, grid: PyramidGrid, limits: IIIFLimits, formats: [ImageFormat], tileFormat: ImageFormat = .jpg,
        isGrey: Bool = false, sidecar: Sidecar? = nil
    ) {
        self.version = version
        self.id = id
        self.grid = grid
        self.limits = limits
        self.formats = formats
        self.tileFormat = tileFormat
        self.isGrey = isGrey
        self.sidecar = sidecar
    }

    /// The document as JSON.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("@context", version.context)
            switch version {
            case .v2: writeVersion2(&json)
            case .v3: writeVersion3(&json)
            }
        }
    }

    /// The compliance level and the type of service in version 3.
    static let profile = "level2"
    static let serviceType = "ImageService3"

    /// The formats that level 2 of version 3 requires. All others are extra.
    private static let formatsOfLevel: Set<ImageFormat> = [.jpg, .png]

    /// The features beyond level 2 of version 3 (compliance document, sections 3 and 5).
    private static let extraFeatures = ["canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling"]

    /// All features, with their names in version 2.1 (section 5.3).
    private static let supports = [
        "baseUriRedirect", "canonicalLinkHeader", "cors", "jsonldMediaType", "mirroring", "profileLinkHeader", "regionByPct", "regionByPx",
        "regionSquare", "rotationArbitrary", "rotationBy90s", "sizeAboveFull", "sizeByConfinedWh", "sizeByDistortedWh", "sizeByH",
        "sizeByPct", "sizeByW", "sizeByWh",
    ]

    private func writeVersion3(_ json: inout JSONWriter) {
        json.field("id", id)
        json.field("type", Self.serviceType)
        json.field("protocol", Self.protocolName)
        json.field("profile", Self.profile)
        writeSize(grid.size, &json)
        writeLimits(&json)
        writeSizesAndTiles(&json)
        json.array("preferredFormats", tileFormat == .jpg ? [.jpg] : [tileFormat, .jpg], \.fileExtension)
        json.array("extraFormats", formats.filter { !Self.formatsOfLevel.contains($0) }, \.fileExtension)
        json.array("extraQualities", qualities.filter { $0 != .default }, \.rawValue)
        json.array("extraFeatures", Self.extraFeatures, \.self)
        if let rights = sidecar?.rights { json.field("rights", rights) }
        if let service = sidecar?.service, !service.isEmpty { json.field("service", .array(service)) }
    }

    private func writeVersion2(_ json: inout JSONWriter) {
        json.field("@id", id)
        json.field("protocol", Self.protocolName)
        writeSize(grid.size, &json)
        json.array("profile") { json in
            json.value("\(version.profile)")
            json.object { json in
                json.array("formats", formats, \.fileExtension)
                json.array("qualities", qualities, \.rawValue)
                json.array("supports", Self.supports, \.self)
                writeLimits(&json)
            }
        }
        writeSizesAndTiles(&json)
        if let attribution = sidecar?.attribution { json.field("attribution", attribution) }
        if let license = sidecar?.license ?? sidecar?.rights.map({ .string($0) }) { json.field("license", license) }
        if let logo = sidecar?.logo { json.field("logo", logo) }
        if let service = sidecar?.service, let first = service.first {
            json.field("service", service.count == 1 ? first : .array(service))
        }
    }

    private var qualities: [IIIFQuality] { IIIFQuality.allCases.filter { $0 != .color || !isGrey } }

    private static let protocolName = "http://iiif.io/api/image"

    private func writeLimits(_ json: inout JSONWriter) {
        json.field("maxArea", limits.maxArea)
        json.field("maxWidth", limits.maxSide)
        json.field("maxHeight", limits.maxSide)
    }

    private func writeSize(_ size: PixelSize, _ json: inout JSONWriter) {
        json.field("width", size.width)
        json.field("height", size.height)
    }

    private func writeSizesAndTiles(_ json: inout JSONWriter) {
        json.array("sizes") { json in
            for size in (0..<grid.levelCount).map(grid.size(ofLevel:)) where limits.allow(size) {
                json.object { writeSize(size, &$0) }
            }
        }
        json.array("tiles") { json in
            json.object { json in
                // The specification makes the height optional, but OpenLayers 10 draws tiles of height 0 without it.
                writeSize(PixelSize(width: grid.tileSize, height: grid.tileSize), &json)
                json.array("scaleFactors") { json in
                    for level in (0..<grid.levelCount).reversed() { json.value(grid.scaleFactor(ofLevel: level)) }
                }
            }
        }
    }
}

extension JSONWriter {
    /// Writes a key and an array of strings.
    fileprivate mutating func array<Element>(_ name: String, _ elements: [Element], _ text: (Element) -> String) {
        array(name) { json in for element in elements { json.value(text(element)) } }
    }
}
