// IIIF Image API 3.0 paths: what is a request, what is refused, and what a request means for an image.

import Geometry
import Protocols
import Testing

@Suite struct IIIFRequestTests {
    @Test func subjects() throws {
        let base = try #require(outcome("/iiif/3/maps%2Fa.tif", IIIFRequest.init).request)
        #expect(base.subject == .base && base.version == .v3 && slice("/iiif/3/maps%2Fa.tif", base.identifier) == "maps%2Fa.tif")
        #expect(outcome("/iiif/3/a/info.json", IIIFRequest.init).request?.subject == .information)
        #expect(outcome("/iiif/3/info.json/info.json", IIIFRequest.init).request?.subject == .information)
    }

    @Test(arguments: [
        "/iiif", "/iiif/3", "/iiif/3/", "/iiif/2/a/info.json", "/iiif/03/a", "/iiif/3/a/manifest.json", "/iiif/3/a/full",
        "/iiif/3//info.json",
        "/iiif/3/a/b/full/max/0/default.jpg", "/iiif/3/a/full/max/0/default.jpg/", "/iiif/3/a/info.json/",
    ])
    func unknownPaths(path: String) {
        #expect(outcome(path, IIIFRequest.init) == .refused(.notFound, parameter: "path"))
    }

    @Test(arguments: [
        ("/0,0,0/max/0/default.jpg", "region"), ("/0,0,1,1,1/max/0/default.jpg", "region"), ("/-1,0,1,1/max/0/default.jpg", "region"),
        ("/1.5,0,1,1/max/0/default.jpg", "region"), ("/pct:1,2,3/max/0/default.jpg", "region"),
        ("/pct:a,2,3,4/max/0/default.jpg", "region"),
        ("/pct:1e1,0,9,9/max/0/default.jpg", "region"), ("/pct:+1,0,9,9/max/0/default.jpg", "region"),
        ("/pct:1.,0,9,9/max/0/default.jpg", "region"),
        ("/Full/max/0/default.jpg", "region"), ("/full%/max/0/default.jpg", "region"), ("/fullx/max/0/default.jpg", "region"),
        ("//max/0/default.jpg", "region"), ("/12345678901,0,1,1/max/0/default.jpg", "region"),
        ("/full/full/0/default.jpg", "size"), ("/full/0,/0/default.jpg", "size"), ("/full/,0/0/default.jpg", "size"),
        ("/full/0,0/0/default.jpg", "size"),
        ("/full/,/0/default.jpg", "size"), ("/full/10/0/default.jpg", "size"), ("/full/!10,/0/default.jpg", "size"),
        ("/full/!,10/0/default.jpg", "size"),
        ("/full/pct:0/0/default.jpg", "size"), ("/full/pct:/0/default.jpg", "size"), ("/full/-10,/0/default.jpg", "size"),
        ("/full/!^10,10/0/default.jpg", "size"),
        ("/full/10.5,/0/default.jpg", "size"), ("/full/^^max/0/default.jpg", "size"), ("/full/,^10/0/default.jpg", "size"),
        ("/full//0/default.jpg", "size"),
        ("/full/max/-1/default.jpg", "rotation"), ("/full/max/361/default.jpg", "rotation"), ("/full/max/360.1/default.jpg", "rotation"),
        ("/full/max/x/default.jpg", "rotation"), ("/full/max/!/default.jpg", "rotation"), ("/full/max//default.jpg", "rotation"),
        ("/full/max/1e1/default.jpg", "rotation"), ("/full/max/!!0/default.jpg", "rotation"), ("/full/max/1.2.3/default.jpg", "rotation"),
        ("/full/max/0/native.jpg", "quality"), ("/full/max/0/grey.jpg", "quality"), ("/full/max/0/default", "quality"),
        ("/full/max/0/.jpg", "quality"),
        ("/full/max/0/defaultx.jpg", "quality"), ("/full/max/0/", "quality"), ("/full/max/0/default.jpeg", "format"),
        ("/full/max/0/default.", "format"),
        ("/full/max/0/default.pdf", "format"),
    ])
    func badParameters(rest: String, parameter: String) {
        #expect(outcome("/iiif/3/a" + rest, IIIFRequest.init) == .refused(.badRequest, parameter: parameter))
    }

    /// The examples of section 4 are of an image of 300 by 200.
    @Test(arguments: [
        ("full/max/0/default.jpg", [0, 0, 300, 200], [300, 200]), ("square/max/0/default.jpg", [50, 0, 200, 200], [200, 200]),
        ("125,15,120,140/max/0/default.jpg", [125, 15, 120, 140], [120, 140]),
        ("pct:41.6,7.5,40,70/max/0/default.jpg", [125, 15, 120, 140], [120, 140]),
        ("125,15,200,200/max/0/default.jpg", [125, 15, 175, 185], [175, 185]),
        ("pct:41.6,7.5,66.6,100/max/0/default.jpg", [125, 15, 175, 185], [175, 185]),
        ("full/150,/0/default.jpg", [0, 0, 300, 200], [150, 100]), ("full/^360,/0/default.jpg", [0, 0, 300, 200], [360, 240]),
        ("full/,150/0/default.jpg", [0, 0, 300, 200], [225, 150]), ("full/^,240/0/default.jpg", [0, 0, 300, 200], [360, 240]),
        ("full/pct:50/0/default.jpg", [0, 0, 300, 200], [150, 100]), ("full/^pct:120/0/default.jpg", [0, 0, 300, 200], [360, 240]),
        ("full/225,100/0/default.jpg", [0, 0, 300, 200], [225, 100]), ("full/^360,360/0/default.jpg", [0, 0, 300, 200], [360, 360]),
        ("full/!225,100/0/default.jpg", [0, 0, 300, 200], [150, 100]), ("full/^!360,360/0/default.jpg", [0, 0, 300, 200], [360, 240]),
        ("full/!2000,3000/0/default.jpg", [0, 0, 300, 200], [300, 200]), ("full/%5E360,/360/color.jpg", [0, 0, 300, 200], [360, 240]),
        ("full/%5e%21360%2C360/0.0/gray.png", [0, 0, 300, 200], [360, 240]), ("full/^max/0/default.jpg", [0, 0, 300, 200], [1224, 816]),
        ("pct:.5,0.50,99.333333333333333333,200/max/0/bitonal.tif", [2, 1, 298, 199], [298, 199]),
        ("299,199,9999999999,9999999999/1,1/0/default.webp", [299, 199, 1, 1], [1, 1]),
        ("full/!1,1000/0/default.jpg", [0, 0, 300, 200], [1, 1]),
    ])
    func resolves(rest: String, region: [Int], size: [Int]) throws {
        let plan = try #require(try resolve(rest, on: PixelSize(width: 300, height: 200), maxArea: 1_000_000))
        #expect([plan.region.x, plan.region.y, plan.region.width, plan.region.height] == region)
        #expect([plan.size.width, plan.size.height] == size)
    }

    @Test(arguments: [
        ("300,0,1,1/max/0/default.jpg", "region"), ("0,200,1,1/max/0/default.jpg", "region"), ("0,0,0,1/max/0/default.jpg", "region"),
        ("0,0,1,0/max/0/default.jpg", "region"), ("pct:100,0,1,1/max/0/default.jpg", "region"),
        ("pct:0,0,0,10/max/0/default.jpg", "region"),
        ("pct:0,0,0.1,10/max/0/default.jpg", "region"), ("pct:9999999999,0,1,1/max/0/default.jpg", "region"),
        ("full/301,/0/default.jpg", "size"), ("full/,201/0/default.jpg", "size"), ("full/300,201/0/default.jpg", "size"),
        ("full/pct:100.5/0/default.jpg", "size"), ("full/pct:0.1/0/default.jpg", "size"), ("full/^9999999999,/0/default.jpg", "size"),
        ("full/^9999999999,9999999999/0/default.jpg", "size"), ("full/^pct:9999999999/0/default.jpg", "size"),
        ("full/^2000,/0/default.jpg", "size"),
        ("full/max/90/default.jpg", "rotation"), ("full/max/!0/default.jpg", "rotation"), ("full/max/22.5/default.jpg", "rotation"),
    ])
    func refuses(rest: String, parameter: String) {
        let error = #expect(throws: RequestError.self) { try resolve(rest, on: PixelSize(width: 300, height: 200), maxArea: 1_000_000) }
        #expect(error?.kind == .badRequest && error?.parameter == parameter)
    }

    @Test(arguments: [
        ("max", 1 << 31, 1 << 31), ("max", 1 << 31, 1), ("max", 1, 1 << 31), ("^max", 1, 1), ("^max", 3, 1 << 31), ("max", 1001, 1000),
        ("^!9999999999,9999999999", 7, 5), ("!9999999999,9999999999", 1 << 31, 3), ("^!9999999999,9999999999", 1, 1 << 31),
    ])
    func maxStaysWithinTheLimit(size: String, width: Int, height: Int) throws {
        let plan = try #require(try resolve("full/\(size)/0/default.jpg", on: PixelSize(width: width, height: height), maxArea: 1_000_000))
        #expect(plan.size.width >= 1 && plan.size.height >= 1 && plan.size.area <= 1_000_000)
        #expect(plan.size.area >= 900_000, "\(plan.size)")
    }

    @Test func errorsSayWhatIsAllowed() {
        let error = #expect(throws: RequestError.self) {
            try resolve("full/301,/0/default.jpg", on: PixelSize(width: 300, height: 200), maxArea: 1_000_000)
        }
        #expect(error?.message == "size is \"301,\"; allowed: at most 300 by 200, the size of the region, unless \"^\" stands in front")
    }
}

/// The plan of an image request behind "/iiif/3/a/", for tiles of 512; nil where it is none.
func resolve(_ rest: String, on size: PixelSize, maxArea: Int) throws -> IIIFImagePlan? {
    guard case .image(let parameters) = outcome("/iiif/3/a/" + rest, IIIFRequest.init).request?.subject else { return nil }
    return try parameters.resolve(on: PyramidGrid(size: size, tileSize: 512), maxArea: maxArea)
}
