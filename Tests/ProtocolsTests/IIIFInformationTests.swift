// info.json in both versions: the properties that the specifications demand, and that the server delivers what it lists.

import Foundation
import Geometry
import Protocols
import Testing

@Suite struct IIIFInformationTests {
    static let grid = PyramidGrid(size: PixelSize(width: 3001, height: 1999), tileSize: 512)

    private func information(
        _ version: IIIFVersion, grid: PyramidGrid = Self.grid, maxArea: Int = 2_000_000, tileFormat: ImageFormat = .jpg,
        isGrey: Bool = false,
        sidecar: String? = nil
    ) throws -> (text: String, json: [String: Any]) {
        let bytes = IIIFInformation(
            version: version, id: "https://example.org/iiif/x/a", grid: grid, limits: IIIFLimits(maxArea: maxArea, maxSide: 65_500),
            formats: [.jpg, .png, .webp, .tif], tileFormat: tileFormat, isGrey: isGrey,
            sidecar: try sidecar.map { try Sidecar(reading: Array($0.utf8)) }
        ).json()
        return (String(decoding: bytes, as: UTF8.self), try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]))
    }

    private static var sizes: [NSDictionary] {
        [["width": 376, "height": 250], ["width": 751, "height": 500], ["width": 1501, "height": 1000]]
    }
    private static var tiles: [NSDictionary] { [["width": 512, "height": 512, "scaleFactors": [1, 2, 4, 8]]] }

    /// Image API 3.0, sections 5.2 to 5.7.
    @Test("info.json of version 3 has the properties that its sections demand") func version3() throws {
        let (text, json) = try information(.v3)
        #expect(
            text.hasPrefix(#"{"@context":"http://iiif.io/api/image/3/context.json","id":"https://example.org/iiif/x/a","#), "5.2: first")
        #expect(json["type"] as? String == "ImageService3" && json["protocol"] as? String == "http://iiif.io/api/image")
        #expect(json["profile"] as? String == "level2")
        #expect(json["width"] as? Int == 3001 && json["height"] as? Int == 1999)
        #expect(json["maxArea"] as? Int == 2_000_000 && json["maxWidth"] as? Int == 65_500 && json["maxHeight"] as? Int == 65_500)
        #expect(json["sizes"] as? [NSDictionary] == Self.sizes, "the full size is over the limit")
        #expect(json["tiles"] as? [NSDictionary] == Self.tiles)
        #expect(json["preferredFormats"] as? [String] == ["jpg"])
        #expect(json["extraFormats"] as? [String] == ["webp", "tif"], "level 2 has jpg and png")
        #expect(json["extraQualities"] as? [String] == ["color", "gray", "bitonal"], "4.4: all beyond default")
        #expect(
            json["extraFeatures"] as? [String] == [
                "canonicalLinkHeader", "mirroring", "profileLinkHeader", "rotationArbitrary", "sizeUpscaling",
            ])
        #expect(json["rights"] == nil && json["service"] == nil && json["license"] == nil && json["@id"] == nil)
    }

    /// Image API 2.1, sections 5.2 and 5.3.
    @Test("info.json of version 2 has the properties that its sections demand") func version2() throws {
        let (text, json) = try information(.v2)
        #expect(text.hasPrefix(#"{"@context":"http://iiif.io/api/image/2/context.json","@id":"https://example.org/iiif/x/a","#))
        #expect(json["protocol"] as? String == "http://iiif.io/api/image")
        #expect(json["width"] as? Int == 3001 && json["height"] as? Int == 1999)
        #expect(json["sizes"] as? [NSDictionary] == Self.sizes)
        #expect(json["tiles"] as? [NSDictionary] == Self.tiles)
        let profile = try #require(json["profile"] as? [Any])
        #expect(profile.count == 2 && profile[0] as? String == "http://iiif.io/api/image/2/level2.json", "5.2: the URI stands first")
        let description = try #require(profile[1] as? [String: Any])
        #expect(Set(description.keys) == ["formats", "qualities", "supports", "maxArea", "maxWidth", "maxHeight"])
        #expect(description["formats"] as? [String] == ["jpg", "png", "webp", "tif"])
        #expect(description["qualities"] as? [String] == ["default", "color", "gray", "bitonal"])
        let supports = try #require(description["supports"] as? [String])
        let ofLevel2 = [
            "regionByPx", "regionByPct", "sizeByW", "sizeByH", "sizeByPct", "sizeByConfinedWh", "sizeByDistortedWh", "sizeByWh",
            "rotationBy90s", "baseUriRedirect", "cors", "jsonldMediaType",
        ]
        #expect(Set(supports).isSuperset(of: ofLevel2) && Set(supports).count == supports.count)
        for name in ["id", "type", "extraFeatures", "preferredFormats", "maxArea", "license", "attribution", "service"] {
            #expect(json[name] == nil, "\(name) is not of this version")
        }
    }

    @Test("The tile format and grey images show in info.json") func whatAnImageIs() throws {
        #expect(try information(.v3, tileFormat: .png).json["preferredFormats"] as? [String] == ["png", "jpg"])
        #expect(try information(.v3, isGrey: true).json["extraQualities"] as? [String] == ["gray", "bitonal"], "4.4: not of grey images")
        let profile = try information(.v2, isGrey: true).json["profile"] as? [Any]
        #expect((profile?.last as? [String: Any])?["qualities"] as? [String] == ["default", "gray", "bitonal"])
    }

    @Test("Each version has the properties of the sidecar that it knows") func sidecars() throws {
        let text = """
            {"rights": "http://rightsstatements.org/vocab/InC/1.0/", "service": [{"id": "https://a/", "type": "T"}], "attribution": "Museu",
             "logo": "https://a/logo", "label": "A wall"}
            """
        let new = try information(.v3, sidecar: text).json
        #expect(new["rights"] as? String == "http://rightsstatements.org/vocab/InC/1.0/")
        #expect(new["service"] as? [NSDictionary] == [["id": "https://a/", "type": "T"]])
        #expect(new["attribution"] == nil && new["logo"] == nil && new["license"] == nil && new["label"] == nil)
        let old = try information(.v2, sidecar: text).json
        #expect(old["license"] as? String == "http://rightsstatements.org/vocab/InC/1.0/" && old["attribution"] as? String == "Museu")
        #expect(old["logo"] as? String == "https://a/logo" && old["service"] as? NSDictionary == ["id": "https://a/", "type": "T"])
        #expect(old["rights"] == nil && old["label"] == nil)
        let own = try information(.v2, sidecar: #"{"rights": "http://a/", "license": ["http://b/", "http://c/"]}"#).json
        #expect(own["license"] as? [String] == ["http://b/", "http://c/"])
    }

    /// Images of all shapes: all sizes in both forms, and the tiles at the corners.
    @Test("Every size and every tile in info.json is served as it says", arguments: [IIIFVersion.v2, .v3]) func everythingPromisedIsServed(
        version: IIIFVersion
    ) throws {
        for side in [(1, 1), (3, 2), (1, 5000), (3001, 1999), (70_000, 90_001), (100_000, 600), (100_000, 50_000)] {
            let grid = PyramidGrid(size: PixelSize(width: side.0, height: side.1), tileSize: 512)
            let json = try information(version, grid: grid, maxArea: 64_000_000).json
            let sizes = try #require(json["sizes"] as? [[String: Int]])
            #expect(!sizes.isEmpty)
            for size in sizes {
                let (width, height) = try (#require(size["width"]), #require(size["height"]))
                // A width that several sizes share does not name one of them.
                let isAlone = sizes.filter { $0["width"] == width }.count == 1
                for form in isAlone ? ["\(width),\(height)", "\(width),"] : ["\(width),\(height)"] {
                    let plan = try #require(try resolve("full/\(form)/0/default.jpg", version, on: grid.size, maxArea: 64_000_000))
                    #expect(plan.size == PixelSize(width: width, height: height))
                }
            }
            let tiles = try #require((json["tiles"] as? [[String: Any]])?.first)
            for factor in try #require(tiles["scaleFactors"] as? [Int]) {
                // Errors of rounding show at the corners.
                let step = 512 * factor
                let (columns, rows) = ((side.0 + step - 1) / step, (side.1 + step - 1) / step)
                for (column, row) in [(0, 0), (columns - 1, 0), (0, rows - 1), (columns - 1, rows - 1)] {
                    let (x, y) = (column * step, row * step)
                    let (width, height) = (min(step, side.0 - x), min(step, side.1 - y))
                    let size = "\((width + factor - 1) / factor),\((height + factor - 1) / factor)"
                    let rest = "\(x),\(y),\(width),\(height)/\(size)/0/default.jpg"
                    #expect(try resolve(rest, version, on: grid.size, maxArea: 64_000_000)?.tile != nil)
                }
            }
        }
    }
}
