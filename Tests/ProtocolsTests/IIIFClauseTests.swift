// The meaning of image requests, clause by clause of both versions of the specification.

import Geometry
@testable import Protocols
import Testing

@Suite struct IIIFClauseTests {
    /// A clause, a request, and its meaning: "{region} {size} {canonical}", or the parameter that is refused with status 400.
    typealias Row = (clause: String, request: String, meaning: String)

    /// The image has 300 by 200 pixels, as in the examples of section 4.
    @Test(
        "Requests of version 3 mean what its clauses say",
        arguments: [
            ("4.1 full", "full/max/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.1 square", "square/max/0/default.jpg", "50,0,200,200 200,200 50,0,200,200/max/0/default.jpg"),
            ("4.1 example 3", "125,15,120,140/max/0/default.jpg", "125,15,120,140 120,140 125,15,120,140/max/0/default.jpg"),
            ("4.1 example 4", "pct:41.6,7.5,40,70/max/0/default.jpg", "125,15,120,140 120,140 125,15,120,140/max/0/default.jpg"),
            ("4.1 example 5", "125,15,200,200/max/0/default.jpg", "125,15,175,185 175,185 125,15,175,185/max/0/default.jpg"),
            ("4.1 example 6", "pct:41.6,7.5,66.6,100/max/0/default.jpg", "125,15,175,185 175,185 125,15,175,185/max/0/default.jpg"),
            ("4.1 cropped to all", "0,0,9999999999,9999999999/max/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.1 cropped to a pixel", "299,199,9999999999,9999999999/1,1/0/default.jpg", "299,199,1,1 1,1 299,199,1,1/max/0/default.jpg"),
            ("4.1 percent beyond", "pct:0,0,100,9999999999/max/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.1 no width", "0,0,0,1/max/0/default.jpg", "region"), ("4.1 no height", "0,0,1,0/max/0/default.jpg", "region"),
            ("4.1 outside", "300,0,1,1/max/0/default.jpg", "region"), ("4.1 below", "0,200,1,1/max/0/default.jpg", "region"),
            ("4.1 percent outside", "pct:100,0,1,1/max/0/default.jpg", "region"),
            ("4.1 percent far outside", "pct:9999999999,0,1,1/max/0/default.jpg", "region"),
            ("4.1 percent of nothing", "pct:0,0,0,10/max/0/default.jpg", "region"),
            ("4.1 percent of less than a pixel", "pct:0,0,0.1,10/max/0/default.jpg", "region"),
            ("4.2 max", "0,0,150,100/max/0/default.jpg", "0,0,150,100 150,100 0,0,150,100/max/0/default.jpg"),
            ("4.2 ^max", "full/^max/0/default.jpg", "0,0,300,200 1224,816 full/^max/0/default.jpg"),
            ("4.2 ^max of a region", "0,0,10,10/%5Emax/0/default.jpg", "0,0,10,10 1000,1000 0,0,10,10/^max/0/default.jpg"),
            ("4.2 w,", "full/150,/0/default.jpg", "0,0,300,200 150,100 full/150,100/0/default.jpg"),
            ("4.2 w, of all", "full/300,/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.2 w, above", "full/301,/0/default.jpg", "size"),
            ("4.2 ^w,", "full/^360,/0/default.jpg", "0,0,300,200 360,240 full/^360,240/0/default.jpg"),
            ("4.2 ^w, below", "full/^150,/0/default.jpg", "0,0,300,200 150,100 full/150,100/0/default.jpg"),
            ("4.2 ^w, to the limit", "full/^1224,/0/default.jpg", "0,0,300,200 1224,816 full/^max/0/default.jpg"),
            ("4.2 ,h", "full/,150/0/default.jpg", "0,0,300,200 225,150 full/225,150/0/default.jpg"),
            ("4.2 ,h above", "full/,201/0/default.jpg", "size"),
            ("4.2 ^,h", "full/^,240/0/default.jpg", "0,0,300,200 360,240 full/^360,240/0/default.jpg"),
            ("4.2 pct:n", "full/pct:50/0/default.jpg", "0,0,300,200 150,100 full/150,100/0/default.jpg"),
            ("4.2 pct:100", "full/pct:100/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.2 pct:n above", "full/pct:100.5/0/default.jpg", "size"),
            ("4.2 ^pct:n", "full/^pct:120/0/default.jpg", "0,0,300,200 360,240 full/^360,240/0/default.jpg"),
            ("4.2 w,h", "full/225,100/0/default.jpg", "0,0,300,200 225,100 full/225,100/0/default.jpg"),
            ("4.2 w,h above one side", "full/300,201/0/default.jpg", "size"),
            ("4.2 ^w,h", "full/^360,360/0/default.jpg", "0,0,300,200 360,360 full/^360,360/0/default.jpg"),
            ("4.2 ^w,h above one side", "full/^100,201/0/default.jpg", "0,0,300,200 100,201 full/^100,201/0/default.jpg"),
            ("4.2 !w,h", "full/!225,100/0/default.jpg", "0,0,300,200 150,100 full/150,100/0/default.jpg"),
            ("4.2 !w,h never upscales", "full/!2000,3000/0/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.2 ^!w,h", "full/^!360,360/0/default.jpg", "0,0,300,200 360,240 full/^360,240/0/default.jpg"),
            ("4.2 ^!w,h beyond the limits", "full/^!9999,9999/0/default.jpg", "0,0,300,200 1224,816 full/^max/0/default.jpg"),
            ("4.2 less than a pixel", "full/pct:0.1/0/default.jpg", "size"), ("4.2 no height", "0,0,300,1/100,/0/default.jpg", "size"),
            ("4.2 over the limits", "full/^2000,/0/default.jpg", "size"),
            ("4.2 far over the limits", "full/^9999999999,9999999999/0/default.jpg", "size"),
            ("4.2 percent over the limits", "full/^pct:9999999999/0/default.jpg", "size"),
            ("4.3 n", "full/max/22.5/default.png", "0,0,300,200 300,200 full/max/22.5/default.png"),
            ("4.3 !n", "full/max/!345/gray.jpg", "0,0,300,200 300,200 full/max/!345/gray.jpg"),
            ("4.3 360", "full/max/360/default.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.3 size before rotation", "full/300,/90/default.jpg", "0,0,300,200 300,200 full/max/90/default.jpg"),
            ("4.4 color", "full/max/0/color.jpg", "0,0,300,200 300,200 full/max/0/default.jpg"),
            ("4.4 bitonal", "full/max/0/bitonal.tif", "0,0,300,200 300,200 full/max/0/bitonal.tif"),
            ("4.6 example", "125,15,120,140/90,/!345/gray.jpg", "125,15,120,140 90,105 125,15,120,140/90,105/!345/gray.jpg"),
            ("4.7 a zero in front", "full/max/.5/default.jpg", "0,0,300,200 300,200 full/max/0.5/default.jpg"),
            ("4.7 no zeros behind", "full/max/!007.250/default.jpg", "0,0,300,200 300,200 full/max/!7.25/default.jpg"),
            ("4.7 nothing that is not there", "full/max/10.000100/default.jpg", "0,0,300,200 300,200 full/max/10.0001/default.jpg"),
            ("9 escapes", "full/%5e%21360%2C360/0.0/gray.png", "0,0,300,200 360,240 full/^360,240/0/gray.png"),
        ] as [Row])
    func version3(row: Row) throws { #expect(try meaning(row.request, .v3, of: PixelSize(width: 300, height: 200)) == row.meaning) }

    @Test(
        "Requests of version 2 mean what its clauses say",
        arguments: [
            ("4.1 full", "full/full/0/default.jpg", "0,0,300,200 300,200 full/full/0/default.jpg"),
            ("4.1 square", "square/full/0/default.jpg", "50,0,200,200 200,200 50,0,200,200/full/0/default.jpg"),
            ("4.1 example 3", "125,15,120,140/full/0/default.jpg", "125,15,120,140 120,140 125,15,120,140/full/0/default.jpg"),
            ("4.1 example 4", "pct:41.6,7.5,40,70/full/0/default.jpg", "125,15,120,140 120,140 125,15,120,140/full/0/default.jpg"),
            ("4.1 example 5", "125,15,200,200/full/0/default.jpg", "125,15,175,185 175,185 125,15,175,185/full/0/default.jpg"),
            ("4.1 example 6", "pct:41.6,7.5,66.6,100/full/0/default.jpg", "125,15,175,185 175,185 125,15,175,185/full/0/default.jpg"),
            ("4.1 outside", "300,0,1,1/full/0/default.jpg", "region"), ("4.1 no height", "0,0,1,0/full/0/default.jpg", "region"),
            ("4.2 full of a region", "0,0,150,100/full/0/default.jpg", "0,0,150,100 150,100 0,0,150,100/full/0/default.jpg"),
            ("4.2 max is full", "full/max/0/default.jpg", "0,0,300,200 300,200 full/full/0/default.jpg"),
            ("4.2 max does not upscale", "0,0,10,10/max/0/default.jpg", "0,0,10,10 10,10 0,0,10,10/full/0/default.jpg"),
            ("4.2 w,", "full/150,/0/default.jpg", "0,0,300,200 150,100 full/150,/0/default.jpg"),
            ("4.2 w, above full", "full/360,/0/default.jpg", "0,0,300,200 360,240 full/360,/0/default.jpg"),
            ("4.2 ,h", "full/,150/0/default.jpg", "0,0,300,200 225,150 full/225,/0/default.jpg"),
            ("4.2 pct:n", "full/pct:50/0/default.jpg", "0,0,300,200 150,100 full/150,/0/default.jpg"),
            ("4.2 pct:n above full", "full/pct:120/0/default.jpg", "0,0,300,200 360,240 full/360,/0/default.jpg"),
            ("4.2 w,h distorted", "full/225,100/0/default.jpg", "0,0,300,200 225,100 full/225,100/0/default.jpg"),
            ("4.2 w,h of the aspect", "full/225,150/0/default.jpg", "0,0,300,200 225,150 full/225,/0/default.jpg"),
            ("4.2 w,h above full", "full/360,360/0/default.jpg", "0,0,300,200 360,360 full/360,360/0/default.jpg"),
            ("4.2 !w,h", "full/!225,100/0/default.jpg", "0,0,300,200 150,100 full/150,/0/default.jpg"),
            ("4.2 !w,h above full", "full/!600,600/0/default.jpg", "0,0,300,200 600,400 full/600,/0/default.jpg"),
            ("4.2 zero", "full/pct:0.1/0/default.jpg", "size"), ("5.3 maxArea", "full/2000,/0/default.jpg", "size"),
            ("5.3 maxArea, fitted", "full/!9999,9999/0/default.jpg", "0,0,300,200 1224,816 full/1224,/0/default.jpg"),
            ("4.3 !n", "full/full/!180/default.jpg", "0,0,300,200 300,200 full/full/!180/default.jpg"),
            ("4.4 color", "full/full/0/color.jpg", "0,0,300,200 300,200 full/full/0/default.jpg"),
            ("4.6 example", "125,15,120,140/90,/!345/gray.jpg", "125,15,120,140 90,105 125,15,120,140/90,/!345/gray.jpg"),
            ("4.7 trimmed", "full/full/.50/bitonal.png", "0,0,300,200 300,200 full/full/0.5/bitonal.png"),
        ] as [Row])
    func version2(row: Row) throws { #expect(try meaning(row.request, .v2, of: PixelSize(width: 300, height: 200)) == row.meaning) }

    @Test(
        "Images of one pixel, of a few and of five gigapixels are served in version 3",
        arguments: [
            ((1, 1), "full/max/0/default.jpg", "0,0,1,1 1,1 full/max/0/default.jpg"),
            ((1, 1), "square/1,/0/default.jpg", "0,0,1,1 1,1 full/max/0/default.jpg"),
            ((1, 1), "pct:0,0,50,50/max/0/default.jpg", "0,0,1,1 1,1 full/max/0/default.jpg"),
            ((1, 1), "pct:0,0,49,49/max/0/default.jpg", "region"), ((1, 1), "full/2,/0/default.jpg", "size"),
            ((1, 1), "full/^2,/0/default.jpg", "0,0,1,1 2,2 full/^2,2/0/default.jpg"),
            ((1, 1), "full/!1,1/45/default.png", "0,0,1,1 1,1 full/max/45/default.png"),
            ((3, 2), "square/max/0/default.jpg", "0,0,2,2 2,2 0,0,2,2/max/0/default.jpg"),
            ((3, 2), "full/2,/0/default.jpg", "0,0,3,2 2,1 full/2,1/0/default.jpg"),
            ((3, 2), "full/1,/0/default.jpg", "0,0,3,2 1,1 full/1,1/0/default.jpg"),
            ((3, 2), "full/pct:10/0/default.jpg", "size"),
            ((3, 2), "pct:34,50,33,50/max/0/default.jpg", "1,1,1,1 1,1 1,1,1,1/max/0/default.jpg"),
            ((100_000, 50_000), "full/max/0/default.jpg", "0,0,100000,50000 1414,707 full/max/0/default.jpg"),
            ((100_000, 50_000), "full/1415,/0/default.jpg", "size"),
            ((100_000, 50_000), "full/!3000,3000/0/default.jpg", "0,0,100000,50000 1414,707 full/max/0/default.jpg"),
            (
                (100_000, 50_000), "99488,49488,512,512/512,/0/default.jpg",
                "99488,49488,512,512 512,512 99488,49488,512,512/max/0/default.jpg"
            ),
            ((100_000, 50_000), "pct:99.999,99.998,1,1/max/0/default.jpg", "99999,49999,1,1 1,1 99999,49999,1,1/max/0/default.jpg"),
            ((100_000, 50_000), "0,0,100000,1/max/0/default.jpg", "0,0,100000,1 65500,1 0,0,100000,1/max/0/default.jpg"),
            ((100_000, 50_000), "0,0,100000,1/65501,1/0/default.jpg", "size"),
        ] as [((Int, Int), String, String)])
    func sizesOfImages(size: (Int, Int), request: String, expected: String) throws {
        #expect(try meaning(request, .v3, of: PixelSize(width: size.0, height: size.1)) == expected)
    }

    @Test(
        "Images of one pixel, of a few and of five gigapixels are served in version 2",
        arguments: [
            ((1, 1), "full/full/0/default.jpg", "0,0,1,1 1,1 full/full/0/default.jpg"),
            ((200, 200), "square/full/0/default.jpg", "0,0,200,200 200,200 full/full/0/default.jpg"),
            ((3, 2), "full/1,/0/default.jpg", "0,0,3,2 1,1 full/1,/0/default.jpg"),
            ((100_000, 50_000), "full/full/0/default.jpg", "size"),
            ((100_000, 50_000), "full/max/0/default.jpg", "0,0,100000,50000 1414,707 full/1414,/0/default.jpg"),
            // The last column of tiles has 1 pixel in place of 32 and a height of 512: the tile's own height, not that of its aspect ratio.
            ((65_537, 40_000), "65536,0,1,16384/1,/0/default.jpg", "65536,0,1,16384 1,512 65536,0,1,16384/1,/0/default.jpg"),
            ((65_537, 40_000), "65536,0,1,16384/1,512/0/default.jpg", "65536,0,1,16384 1,512 65536,0,1,16384/1,/0/default.jpg"),
            ((65_537, 40_000), "65536,0,1,16384/1,511/0/default.jpg", "65536,0,1,16384 1,511 65536,0,1,16384/1,511/0/default.jpg"),
        ] as [((Int, Int), String, String)])
    func sizesOfImagesInVersion2(size: (Int, Int), request: String, expected: String) throws {
        #expect(try meaning(request, .v2, of: PixelSize(width: size.0, height: size.1)) == expected)
    }

    @Test("A canonical URI means the same as its request and is canonical itself", arguments: [IIIFVersion.v2, .v3])
    func canonicalsAreCanonical(version: IIIFVersion) throws {
        let regions = [
            "full", "square", "0,0,512,512", "512,512,488,187", "17,5,333,100", "pct:10,20,30,40", "999,0,1,512", "0,0,1000,512",
        ]
        let marks = version == .v3 ? ["", "^"] : [""]
        let sizes = ["max", "100,", "512,", ",100", ",512", "pct:33.3", "60,60", "!50,50", "!2000,2000", "1,", "1,1", "900,1200"]
        let whole = version == .v2 ? ["full"] : []
        var count = 0
        for region in regions {
            for size in sizes.flatMap({ size in marks.map { $0 + size } }) + whole {
                for rest in ["0/default.jpg", "!22.50/gray.png", "360/color.webp"] {
                    let image = PixelSize(width: 1000, height: 699)
                    let first = try meaning("\(region)/\(size)/\(rest)", version, of: image)
                    guard let canonical = first.split(separator: " ").dropFirst(2).first else { continue }
                    #expect(try meaning(String(canonical), version, of: image) == first)
                    count += 1
                }
            }
        }
        #expect(count > 200)
    }

    @Test(
        "The largest size stays within the limits and nearly reaches them",
        arguments: [
            ("max", 1 << 31, 1 << 31), ("max", 1 << 31, 1), ("max", 1, 1 << 31), ("^max", 1, 1), ("^max", 3, 1 << 31), ("max", 1001, 1000),
            ("^!9999999999,9999999999", 7, 5), ("!9999999999,9999999999", 1 << 31, 3), ("^!9999999999,9999999999", 1, 1 << 31),
        ] as [(String, Int, Int)])
    func maxStaysWithinTheLimits(size: String, width: Int, height: Int) throws {
        for side in [1_000_000, 4_000, 1] {
            let image = PixelSize(width: width, height: height)
            let plan = try #require(try resolve("full/\(size)/0/default.jpg", on: image, maxArea: 1_000_000, maxSide: side))
            #expect(plan.size.width >= 1 && plan.size.height >= 1 && plan.size.area <= 1_000_000 && plan.size.longerSide <= side)
            #expect(plan.size.area >= 900_000 || plan.size.longerSide >= side - 1, "\(plan.size)")
        }
    }

    @Test("Errors name the value and what is allowed") func errorsSayWhatIsAllowed() {
        let error = #expect(throws: RequestError.self) {
            try resolve("full/301,/0/default.jpg", on: PixelSize(width: 300, height: 200), maxArea: 1_000_000)
        }
        #expect(error?.message == "size is \"301,\"; allowed: at most 300 by 200, the size of the region, unless \"^\" stands in front")
        let other = #expect(throws: RequestError.self) {
            try resolve("full/full/0/default.jpg", .v2, on: PixelSize(width: 3000, height: 2000), maxArea: 1_000_000)
        }
        #expect(
            other?.message
                == "size is \"full\"; allowed: at most 1000000 pixels in all and 65500 along a side, which is what max gives")
    }

    @Test(
        "The form that an error recommends gives the largest size",
        arguments: [
            ("full/2000,/0/default.jpg", IIIFVersion.v3, 3_000, ", which is what max gives"),
            ("full/^4000,/0/default.jpg", .v3, 3_000, ", which is what ^max gives"),
            ("full/^4000,/0/default.jpg", .v3, 300, ", which is what ^max gives"),
            ("full/4000,/0/default.jpg", .v2, 3_000, ", which is what max gives"), ("full/4000,/0/default.jpg", .v2, 300, ""),
        ])
    func hints(_ path: String, _ version: IIIFVersion, _ width: Int, _ hint: String) throws {
        let size = PixelSize(width: width, height: width / 3 * 2)
        let error = #expect(throws: RequestError.self) { try resolve(path, version, on: size, maxArea: 1_000_000) }
        #expect(error?.message.hasSuffix("at most 1000000 pixels in all and 65500 along a side\(hint)") == true, "\(error?.message ?? "")")
    }

    @Test("The Link field has the canonical URI and the compliance level", arguments: [IIIFVersion.v2, .v3]) func link(version: IIIFVersion)
        throws
    {
        let size = PixelSize(width: 300, height: 200)
        let plan = try #require(try resolve("0,0,9,9/max/0/color.png", version, on: size, maxArea: 1_000_000))
        let (number, whole) = version == .v2 ? (2, "full") : (3, "max")
        #expect(
            String(decoding: plan.link(base: "https://example.org/p", identifier: "maps/\u{e9} \"1\".tif;2"), as: UTF8.self)
                == "<https://example.org/p/iiif/\(number)/maps%2F%C3%A9%20%221%22.tif;2/0,0,9,9/\(whole)/0/default.png>; "
                + "rel=\"canonical\", "
                + "<http://iiif.io/api/image/\(number)/level2.json>; rel=\"profile\"")
    }

    private func meaning(_ request: String, _ version: IIIFVersion, of size: PixelSize) throws -> String {
        do {
            let plan = try #require(try resolve(request, version, on: size, maxArea: 1_000_000), "no request: \(request)")
            let link = String(decoding: plan.link(base: "", identifier: "a"), as: UTF8.self)
            let canonical = link.dropFirst("</iiif/3/a/".count).prefix { $0 != ">" }
            let region = plan.region
            return "\(region.x),\(region.y),\(region.width),\(region.height) \(plan.size.width),\(plan.size.height) \(canonical)"
        } catch let error as RequestError {
            #expect(error.kind == .badRequest)
            return error.parameter
        }
    }
}

/// The plan for a request below "/iiif/3/a/" or "/iiif/2/a/" with tiles of 512 pixels; nil when the path is not an image request.
func resolve(
    _ rest: String, _ version: IIIFVersion = .v3, on size: PixelSize, maxArea: Int, maxSide: Int = 65_500
) throws(RequestError) -> IIIFImagePlan? {
    guard case .image(let parameters) = outcome("/iiif/\(version.segment)/a/" + rest, IIIFRequest.init).request?.subject else { return nil }
    return try parameters.resolve(on: PyramidGrid(size: size, tileSize: 512), IIIFLimits(maxArea: maxArea, maxSide: maxSide))
}
