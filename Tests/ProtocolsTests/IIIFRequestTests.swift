// Paths of the IIIF Image API.

import Geometry
import Protocols
import Testing

@Suite struct IIIFRequestTests {
    @Test("Base URIs and info.json are told apart") func subjects() throws {
        for (path, version) in [
            ("/iiif/3/maps%2Fa.tif", IIIFVersion.v3), ("/iiif/2/maps%2Fa.tif", .v2), ("/iiif/3/maps%2Fa.tif/", .v3),
            ("/iiif/2/maps%2Fa.tif/", .v2),
        ] {
            let base = try #require(outcome(path, IIIFRequest.init).request)
            #expect(base.subject == .base && base.version == version && slice(path, base.identifier) == "maps%2Fa.tif")
        }
        #expect(outcome("/iiif/3/a/info.json", IIIFRequest.init).request?.subject == .information)
        #expect(outcome("/iiif/3/info.json/info.json", IIIFRequest.init).request?.subject == .information)
    }

    @Test(
        "Paths of other forms are not found",
        arguments: [
            "/iiif", "/iiif/3", "/iiif/3/", "/iiif/2", "/iiif/2//", "/iiif/3//", "/iiif/4/a/info.json", "/iiif/1/a", "/iiif/03/a",
            "/iiif/3/a//", "/iiif/3/a/manifest.json", "/iiif/3/a/full",
            "/iiif/3//info.json",
            "/iiif/3/a/b/full/max/0/default.jpg", "/iiif/3/a/full/max/0/default.jpg/", "/iiif/3/a/info.json/",
        ])
    func unknownPaths(path: String) {
        #expect(outcome(path, IIIFRequest.init) == .refused(.notFound, parameter: "path"))
    }

    @Test(
        "An invalid parameter is refused by its name",
        arguments: [
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
            ("/full/max/-1/default.jpg", "rotation"), ("/full/max/361/default.jpg", "rotation"),
            ("/full/max/360.1/default.jpg", "rotation"),
            ("/full/max/x/default.jpg", "rotation"), ("/full/max/!/default.jpg", "rotation"), ("/full/max//default.jpg", "rotation"),
            ("/full/max/1e1/default.jpg", "rotation"), ("/full/max/!!0/default.jpg", "rotation"),
            ("/full/max/1.2.3/default.jpg", "rotation"),
            ("/full/max/0/native.jpg", "quality"), ("/full/max/0/grey.jpg", "quality"), ("/full/max/0/default", "quality"),
            ("/full/max/0/.jpg", "quality"),
            ("/full/max/0/defaultx.jpg", "quality"), ("/full/max/0/", "quality"), ("/full/max/0/default.jpeg", "format"),
            ("/full/max/0/default.", "format"),
            ("/full/max/0/default.pdf", "format"),
        ])
    func badParameters(rest: String, parameter: String) {
        #expect(outcome("/iiif/3/a" + rest, IIIFRequest.init) == .refused(.badRequest, parameter: parameter))
        // "full" is a size of version 2.
        if rest != "/full/full/0/default.jpg" {
            #expect(outcome("/iiif/2/a" + rest, IIIFRequest.init) == .refused(.badRequest, parameter: parameter))
        }
    }

    @Test(
        "Each version has its own sizes",
        arguments: [
            ("full", true, false), ("^max", false, true), ("^10,", false, true), ("^,10", false, true), ("^10,10", false, true),
            ("^!10,10", false, true), ("%5Epct:10", false, true), ("max", true, true), ("10,", true, true), (",10", true, true),
            ("10,10", true, true), ("!10,10", true, true), ("pct:10.5", true, true), ("^full", false, false), ("!max", false, false),
        ])
    func sizesOfVersions(size: String, isIn2: Bool, isIn3: Bool) {
        for (version, isThere) in [("2", isIn2), ("3", isIn3)] {
            let request = outcome("/iiif/\(version)/a/full/\(size)/0/default.jpg", IIIFRequest.init)
            if isThere {
                #expect(request.request != nil)
            } else {
                #expect(request == .refused(.badRequest, parameter: "size"))
            }
        }
    }

    @Test(
        "Rotations are read to a millionth of a degree",
        arguments: [
            ("0", 0, false), ("360", 0, false), ("90", 90_000_000, false), ("!0", 0, true), ("!180", 180_000_000, true),
            ("22.5", 22_500_000, false),
            (".5", 500_000, false), ("0.0000001", 0, false), ("0.0000009", 1, false), ("359.99999999", 0, false),
            ("%21007.250", 7_250_000, true),
        ])
    func rotations(rotation: String, millionths: Int, isMirrored: Bool) throws {
        guard case .image(let parameters) = outcome("/iiif/3/a/full/max/\(rotation)/default.jpg", IIIFRequest.init).request?.subject else {
            Issue.record("\(rotation) is none")
            return
        }
        #expect(parameters.turn.millionths == millionths && parameters.turn.isMirrored == isMirrored)
    }
}
