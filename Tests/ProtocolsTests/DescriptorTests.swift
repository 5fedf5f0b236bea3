// The JSON documents that clients read: images, lists and plans.

import Foundation
import Geometry
import Protocols
import Testing

@Suite struct DescriptorTests {
    static let grid = PyramidGrid(size: PixelSize(width: 3001, height: 1999), tileSize: 512)

    private func links(base: String = "") throws -> ImageLinks {
        ImageLinks(try #require(ImageIdentifier(path: "maps/lisboa \"1\".tif;2")), version: "abc123", base: base)
    }

    private func read(_ json: [UInt8]) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    }

    @Test("The description of an image has its size, levels, pyramid and links") func image() throws {
        let document = ImageDocument(
            links: try links(), format: "tiff", pages: 3, grid: Self.grid, hasAlpha: true, pyramid: .building(0.25))
        let json = try read(document.json())
        #expect(
            Set(json.keys) == [
                "id", "width", "height", "format", "pages", "tileSize", "tileFormat", "alpha", "levels", "pyramid", "links",
            ])
        #expect(json["tileFormat"] as? String == "jpg" && json["alpha"] as? Bool == true)
        #expect(json["id"] as? String == "maps/lisboa \"1\".tif;2")
        #expect(json["pages"] as? Int == 3)
        #expect(json["pyramid"] as? NSDictionary == ["state": "building", "progress": 0.25])
        let levels = try #require(json["levels"] as? [NSDictionary])
        #expect(levels.first == ["level": 0, "width": 376, "height": 250, "columns": 1, "rows": 1])
        #expect(levels.last == ["level": 3, "width": 3001, "height": 1999, "columns": 6, "rows": 4])
        let segment = "maps%2Flisboa%20%221%22.tif;2"
        #expect(
            json["links"] as? NSDictionary == [
                "self": "/images/\(segment)", "view": "/view/\(segment)", "iiif2": "/iiif/2/\(segment)/info.json",
                "iiif3": "/iiif/3/\(segment)/info.json",
                "manifest": "/iiif/3/\(segment)/manifest.json",
                "dzi": "/dzi/\(segment).dzi", "zoomify": "/zoomify/\(segment)/ImageProperties.xml",
                "tiles": "/tiles/\(segment)/{level}/{column}/{row}.jpg?v=abc123", "viewport": "/viewport/\(segment)",
                "pyramid": "/pyramids/\(segment).szi",
            ])
    }

    @Test("The list of images has entries and a cursor") func list() throws {
        let entry = ImageList.Entry(links: try links(base: "https://example.org/p"), size: PixelSize(width: 3, height: 2))
        let json = try read(ImageList(entries: [entry, entry], next: nil).json())
        #expect(json["next"] is NSNull)
        let images = try #require(json["images"] as? [[String: Any]])
        #expect(images.count == 2 && Set(images[0].keys) == ["id", "width", "height", "thumbnail", "links"])
        let thumbnail = try #require(images[0]["thumbnail"] as? String)
        #expect(thumbnail == "https://example.org/p/images/maps%2Flisboa%20%221%22.tif;2/thumbnail.jpg?v=abc123")
        #expect(try read(ImageList(entries: [], next: "b.tif").json())["next"] as? String == "b.tif")
    }

    @Test("An image whose own file holds its levels has no link to a pyramid file") func linksNameWhatThereIs() throws {
        let native = ImageLinks(try #require(ImageIdentifier(path: "a.tif")), version: "1", hasPyramid: false)
        #expect(native.pyramid == nil)
        let document = ImageDocument(
            links: native, format: "tiff", pages: 1, grid: Self.grid, hasAlpha: false, pyramid: .native)
        let links = try #require(try read(document.json())["links"] as? [String: String])
        #expect(links["pyramid"] == nil && links["tiles"] != nil)
    }

    @Test(
        "The status of a pyramid is written with its progress and reason",
        arguments: [
            (PyramidStatus.native, #"{"state":"native","progress":1}"#), (.none, #"{"state":"none","progress":0}"#),
            (.building(0), #"{"state":"building","progress":0}"#), (.building(0.42_999), #"{"state":"building","progress":0.429}"#),
            (.building(0.9999), #"{"state":"building","progress":0.999}"#), (.ready, #"{"state":"ready","progress":1}"#),
            (.failed(reason: nil), #"{"state":"failed","progress":0}"#),
            (.failed(reason: "no \"end\""), #"{"state":"failed","progress":0,"reason":"no \"end\""}"#),
        ])
    func status(_ status: PyramidStatus, _ expected: String) throws {
        #expect(String(decoding: status.json(), as: UTF8.self) == expected)
        let entry = ImageList.Entry(links: try links(), size: PixelSize(width: 3, height: 2), pyramid: status)
        let list = String(decoding: ImageList(entries: [entry], next: nil).json(), as: UTF8.self)
        #expect(list.contains(#""pyramid":\#(expected),"links""#))
    }

    private func listQuery(_ query: String) throws(RequestError) -> ImageListQuery { try ImageListQuery(Array(query.utf8).span) }

    @Test("The query of the list has a cursor and a limit, and other values are refused") func listQueries() throws {
        let query = try listQuery("after=a%2Fb.tif&limit=20")
        #expect(query.after == "a/b.tif" && query.limit == 20)
        #expect(try listQuery("").limit == ImageListQuery.defaultLimit)
        for bad in ["limit=0", "limit=1001", "limit=x", "limit=", "limit=1&limit=1", "after=%"] {
            #expect(throws: RequestError.self) { try listQuery(bad) }
        }
    }

    @Test("Paths below /images are read, and others refused") func imagePaths() {
        #expect(outcome("/images", ImagesRequest.init) == .request(.list))
        #expect(outcome("/images/a", ImagesRequest.init) == .request(.description(identifier: 8..<9)))
        #expect(outcome("/images/a/thumbnail.jpg", ImagesRequest.init) == .request(.thumbnail(identifier: 8..<9)))
        #expect(outcome("/images/a/events", ImagesRequest.init) == .request(.events(identifier: 8..<9)))
        for path in [
            "/images/", "/images//thumbnail.jpg", "/images//events", "/images/a/events/", "/images/a/Events", "/images/a/thumbnail.png",
            "/images/a/b/c",
        ] {
            #expect(outcome(path, ImagesRequest.init) == .refused(.notFound, parameter: "path"))
        }
    }

    @Test("Paths of pyramid files are read, and others refused") func pyramidPaths() throws {
        for (path, identifier) in [
            ("/pyramids/a.jpg.szi", "a.jpg"), ("/pyramids/a%2Fb;2.szi", "a%2Fb;2"), ("/pyramids/a.szi.szi", "a.szi"),
        ] {
            let request = try #require(outcome(path, PyramidRequest.init).request)
            #expect(slice(path, request.identifier) == identifier)
        }
        for path in [
            "/pyramids", "/pyramids/", "/pyramids/.szi", "/pyramids/a", "/pyramids/a.SZI", "/pyramids/a/b.szi", "/pyramids/a.szi/",
        ] {
            #expect(outcome(path, PyramidRequest.init) == .refused(.notFound, parameter: "path"))
        }
    }

    @Test("The plan of a viewport has its numbers and the URLs of its tiles") func plan() throws {
        let viewport = try Viewport(image: Self.grid.size, view: Size(width: 390, height: 844), dpr: 3, scale: 4)
        let bytes = ViewportPlan.json(viewport, grid: Self.grid, links: try links())
        let json = try read(bytes)
        #expect(
            Set(json.keys) == [
                "image", "view", "scale", "anchor", "offset", "zoom", "scales", "frame", "region", "level", "tileSize", "tiles",
            ])
        #expect(json["image"] as? NSDictionary == ["id": "maps/lisboa \"1\".tif;2", "width": 3001, "height": 1999])
        #expect(json["view"] as? NSDictionary == ["width": 390, "height": 844, "dpr": 3])
        #expect(json["scale"] as? Double == 4 && json["zoom"] as? Double == viewport.zoom)
        #expect(json["anchor"] as? NSDictionary == ["x": 0.5, "y": 0.5])
        // JSONDecoder reads numbers exactly; JSONSerialization does not.
        let places = try JSONDecoder().decode(Places.self, from: Data(bytes))
        #expect(places.frame.rect == viewport.frame && places.region.rect == viewport.region)
        let tiles = try #require(json["tiles"] as? [[String: Any]])
        let expected = viewport.tiles(in: Self.grid)
        #expect(tiles.count == expected.count)
        let address = expected[0].address
        #expect(Set(tiles[0].keys) == ["level", "column", "row", "x", "y", "width", "height", "url"])
        let url = "/tiles/maps%2Flisboa%20%221%22.tif;2/\(address.level)/\(address.column)/\(address.row).jpg?v=abc123"
        #expect(tiles[0]["url"] as? String == url)
    }

    private struct Places: Decodable {
        struct Place: Decodable {
            let x, y, width, height: Double
            var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
        }

        let frame, region: Place
    }
}
