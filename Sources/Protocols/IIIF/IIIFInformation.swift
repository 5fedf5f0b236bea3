// IIIFInformation: info.json, what a client reads before it asks for images (Image API 3.0, section 5).

public import Geometry

/// Writes the image information document. Sizes, scale factors and tiles all come from the grid, so that what is promised is what is
/// served.
public struct IIIFInformation: Sendable {
    public let version: IIIFVersion

    /// The image's base URI, absolute, without a slash at its end.
    public let id: String
    public let grid: PyramidGrid

    /// The most pixels of one answer, at least those of a tile.
    public let maxArea: Int

    /// The formats that are served; jpg need not be among them.
    public let formats: [ImageFormat]

    public init(version: IIIFVersion, id: String, grid: PyramidGrid, maxArea: Int, formats: [ImageFormat]) {
        self.version = version
        self.id = id
        self.grid = grid
        self.maxArea = maxArea
        self.formats = formats
    }

    // Level 2 asks for turned images, which `IIIFImageParameters.resolve` refuses.
    static let profile = "level1"
    private static let extraFeatures = ["regionByPct", "sizeByConfinedWh", "sizeByPct", "sizeUpscaling"]

    /// The document's bytes.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("@context", version.context)
            json.field("id", id)
            json.field("type", version.serviceType)
            json.field("protocol", "http://iiif.io/api/image")
            json.field("profile", Self.profile)
            json.field("width", grid.size.width)
            json.field("height", grid.size.height)
            json.field("maxArea", maxArea)
            json.array("sizes", writeSizes)
            json.array("tiles", writeTiles)
            json.array("extraFormats") { json in
                for format in formats where format != .jpg { json.value(format.fileExtension) }
            }
            json.array("extraQualities") { json in
                for quality in IIIFQuality.allCases where quality != .default { json.value(quality.rawValue) }
            }
            json.array("extraFeatures") { json in
                for feature in Self.extraFeatures { json.value(feature) }
            }
        }
    }

    private func writeSizes(_ json: inout JSONWriter) {
        for size in (0..<grid.levelCount).map(grid.size(ofLevel:)) where size.area <= maxArea {
            json.object { json in
                json.field("width", size.width)
                json.field("height", size.height)
            }
        }
    }

    private func writeTiles(_ json: inout JSONWriter) {
        json.object { json in
            json.field("width", grid.tileSize)
            json.field("height", grid.tileSize)
            json.array("scaleFactors") { json in
                for level in (0..<grid.levelCount).reversed() { json.value(grid.scaleFactor(ofLevel: level)) }
            }
        }
    }
}
