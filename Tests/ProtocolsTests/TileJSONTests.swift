// The TileJSON document: its members, and the place of the image on the map.

import Foundation
import Geometry
import Protocols
import Testing

@Suite struct TileJSONTests {
    private struct Document: Decodable {
        let tilejson, name, scheme, format: String
        let tiles: [String]
        let minzoom, maxzoom, tileSize, width, height: Int
        let bounds, center: [Double]
    }

    private func json(_ width: Int, _ height: Int, format: ImageFormat = .jpg) throws -> [UInt8] {
        let identifier = try #require(ImageIdentifier(path: "maps/{z} \"1\".tif"))
        let links = ImageLinks(identifier, version: "abc", tileFormat: format, base: "https://example.org/p")
        let grid = PyramidGrid(size: PixelSize(width: width, height: height), tileSize: 512)
        return TileJSON(links: links, grid: grid).json()
    }

    private func document(_ width: Int, _ height: Int) throws -> Document {
        try JSONDecoder().decode(Document.self, from: Data(try json(width, height)))
    }

    @Test("The document has the members that the specification demands") func hasWhatTheSpecificationDemands() throws {
        let json = try json(3001, 1999, format: .png)
        let document = try JSONDecoder().decode(Document.self, from: Data(json))
        #expect(document.tilejson == "3.0.0" && document.scheme == "xyz")
        #expect(String(decoding: json, as: UTF8.self).contains(#""vector_layers":[],"#))
        #expect(document.name == "maps/{z} \"1\".tif" && document.format == "png")
        #expect(document.tiles == ["https://example.org/p/tiles/maps%2F%7Bz%7D%20%221%22.tif/{z}/{x}/{y}.png?v=abc"])
        #expect(document.minzoom == 0 && document.maxzoom == 3 && document.tileSize == 512)
        #expect(document.width == 3001 && document.height == 1999)
    }

    @Test(
        "The bounds, projected as the specification says, are the image",
        arguments: [(1, 1), (512, 512), (513, 512), (3001, 1999), (1, 5000), (70_000, 90_001), (1 << 31, 3)])
    func boundsAreTheImage(_ width: Int, _ height: Int) throws {
        let document = try document(width, height)
        let world = Double(512 << document.maxzoom)
        func x(_ longitude: Double) -> Double { (longitude + 180) / 360 * world }
        func y(_ latitude: Double) -> Double { (1 - asinh(tan(latitude * .pi / 180)) / .pi) / 2 * world }
        func isNear(_ a: Double, _ b: Int) -> Bool { abs(a - Double(b)) < world * 1e-9 }
        let (left, bottom, right, top) = (document.bounds[0], document.bounds[1], document.bounds[2], document.bounds[3])
        #expect(isNear(x(left), 0) && isNear(x(right), width) && isNear(y(top), 0) && isNear(y(bottom), height))
        #expect(left >= -180 && right <= 180 && bottom >= -85.06 && top <= 85.06)
        #expect(isNear(x(document.center[0]), width / 2) && isNear(y(document.center[1]), height / 2) && document.center[2] == 0)
        #expect((left...right).contains(document.center[0]) && (bottom...top).contains(document.center[1]))
    }

    @Test("The path of the document is read") func paths() throws {
        guard case .descriptor(let range) = outcome("/tiles/a%2Fb;2/tile.json", TilesRequest.init).request else {
            Issue.record("it is no descriptor")
            return
        }
        #expect(slice("/tiles/a%2Fb;2/tile.json", range) == "a%2Fb;2")
        for path in ["/tiles/a/tile.json/", "/tiles//tile.json", "/tiles/tile.json", "/tiles/a/b/tile.json", "/tiles/a/Tile.json"] {
            #expect(outcome(path, TilesRequest.init) == .refused(.notFound, parameter: "path"))
        }
    }
}
