// Responses in the form that a client accepts.

import HTTP
@testable import Server
import Testing

@Suite struct NegotiationTests {
    private static let long = Array(String(repeating: "tile, level, region; ", count: 100).utf8)

    private func response(_ type: String = "application/json", _ body: [UInt8] = long, _ fields: [ResponseField] = [Fields.noCache])
        -> Response
    {
        Response(.ok, fields: [ResponseField("Content-Type", type)] + fields, body: body)
    }

    private func negotiated(_ response: Response, _ fields: String) -> Response {
        response.negotiated(for: request("/", fields: "Host: a\r\n\(fields)"))
    }

    @Test(
        "Texts go out in gzip or uncompressed, each form with a tag of its own",
        arguments: [
            "application/json", "application/ld+json;profile=\"x\"", "application/xml", "text/html; charset=utf-8", "image/svg+xml",
            "application/manifest+json", "text/javascript; charset=utf-8",
        ])
    func texts(_ type: String) throws {
        let plain = negotiated(response(type), "")
        let zipped = negotiated(response(type), "Accept-Encoding: gzip\r\n")
        #expect(plain.body == Self.long && plain["Content-Encoding"] == nil)
        #expect(zipped["Content-Encoding"] == "gzip" && zipped.body.count < 200 && zipped.body.starts(with: [0x1F, 0x8B]))
        // Two forms have two strong tags, and caches hear what decides.
        let tag = try #require(plain["ETag"])
        #expect(zipped["ETag"] == tag.dropLast() + "-gzip\"")
        #expect(plain["Vary"] == "Accept-Encoding" && zipped["Vary"] == "Accept-Encoding")
        #expect(plain["Content-Type"] == type && zipped["Content-Type"] == type)
    }

    @Test(
        "Images, files and short texts are not compressed",
        arguments: ["image/jpeg", "image/png", "application/zip", "application/problem+json", "text/plain; charset=utf-8"])
    func others(_ type: String) {
        let body = type.hasPrefix("text") ? Array("short".utf8) : Self.long
        let answer = negotiated(response(type, body), "Accept-Encoding: gzip\r\n")
        #expect(answer.body == body && answer["Content-Encoding"] == nil)
        #expect((answer["Vary"] != nil) == type.hasPrefix("text"))
    }

    @Test("A copy of the same form is current, a copy of the other form is not") func conditions() throws {
        for coding in ["", "Accept-Encoding: gzip\r\n"] {
            let tag = try #require(negotiated(response(), coding)["ETag"])
            for (condition, status) in [(tag, Status.notModified), ("W/\(tag)", .notModified), ("*", .notModified), ("\"other\"", .ok)] {
                let answer = negotiated(response(), "\(coding)If-None-Match: \(condition)\r\n")
                #expect(answer.status == status && answer["ETag"] == tag && answer["Vary"] == "Accept-Encoding")
                #expect(answer["Cache-Control"] == "no-cache")
                guard status == .notModified else { continue }
                #expect(answer.body.isEmpty && answer["Content-Type"] == nil && answer["Content-Encoding"] == nil)
            }
        }
        // The tag of one form is not the other's.
        let plain = try #require(negotiated(response(), "")["ETag"])
        #expect(negotiated(response(), "Accept-Encoding: gzip\r\nIf-None-Match: \(plain)\r\n").status == .ok)
        #expect(negotiated(response("application/json", Self.long + [0x21]), "")["ETag"] != plain)
    }

    @Test("A response keeps its own entity tag, Vary field and gzip form") func whatIsThereAlready() {
        var given = response("text/html", Self.long, [ResponseField("ETag", "\"t\""), ResponseField("Vary", "Accept"), Fields.noCache])
        given.gzippedBody = [1, 2, 3]
        let zipped = negotiated(given, "Accept-Encoding: gzip\r\n")
        #expect(zipped.body == [1, 2, 3] && zipped["ETag"] == "\"t-gzip\"" && zipped["Vary"] == "Accept, Accept-Encoding")
        #expect(negotiated(given, "").body == Self.long)
        #expect(negotiated(given, "If-None-Match: \"t\"\r\n").status == .notModified)
    }

    @Test("A response that no cache keeps has no tag, and an error is never 304") func tags() {
        #expect(negotiated(response("text/plain", Self.long, [ResponseField("Cache-Control", "no-store")]), "")["ETag"] == nil)
        var missing = response()
        missing.status = .notFound
        #expect(negotiated(missing, "If-None-Match: *\r\n").status == .notFound)
    }

    @Test("A text that gzip makes longer goes out in gzip if the client refuses it uncompressed, under the tag of that form")
    func gzipAlone() throws {
        let short = response("application/json", Array("{}".utf8))
        let plain = negotiated(short, "Accept-Encoding: gzip\r\n")
        let zipped = negotiated(short, "Accept-Encoding: gzip, identity;q=0\r\n")
        #expect(plain["Content-Encoding"] == nil && plain.text == "{}")
        #expect(zipped["Content-Encoding"] == "gzip" && zipped.body.starts(with: [0x1F, 0x8B, 8]))
        #expect(zipped["ETag"] == (try #require(plain["ETag"])).dropLast() + "-gzip\"")
    }

    @Test("A client that refuses both forms gets 406 for texts alone") func neitherForm() {
        let answer = negotiated(response(), "Accept-Encoding: identity;q=0\r\n")
        #expect(answer.status == .notAcceptable && answer["Content-Type"] == "application/problem+json")
        #expect(negotiated(response("image/jpeg"), "Accept-Encoding: identity;q=0\r\n").status == .ok)
    }
}
