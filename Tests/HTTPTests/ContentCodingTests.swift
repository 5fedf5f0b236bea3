// The preferred coding of a client.

import HTTP
import Testing

@Suite struct ContentCodingTests {
    @Test(
        "The coding with the highest weight is preferred, gzip among equals",
        arguments: [
            (nil, .identity), ("", .identity), ("gzip", .gzip), ("GZip", .gzip), ("x-gzip", .gzip), ("gzip, deflate, br, zstd", .gzip),
            ("deflate, br", .identity), ("br;q=1.0, gzip;q=0.8, *;q=0.1", .gzip), ("*", .gzip), ("*;q=0.1", .gzip), ("gzip;q=0", .identity),
            ("gzip;q=0.000", .identity), ("gzip;q=0, *", .identity), ("*, gzip;q=0", .identity), ("identity;q=0", nil), ("*;q=0", nil),
            ("identity;q=0, gzip", .gzip), ("*;q=0, identity", .identity), ("*;q=0, gzip;q=0.001", .gzip), ("gzip;q=0, identity;q=0", nil),
            ("gzip;q=0.5, identity", .identity), ("gzip;q=0.5, identity;q=0.5", .gzip), ("gzip;q=0.5,identity;q=0.4", .gzip),
            ("gzip ; q=0.3", .gzip), ("gzip;Q=0", .identity), ("gzip;q=0.3;x=y", .gzip), ("gzip;x=y;q=0", .identity),
            ("gzip;q=1.000", .gzip),
            // An item with a malformed weight is ignored.
            ("gzip;q=2", .identity), ("gzip;q=1.001", .identity), ("gzip;q=-1", .identity), ("gzip;q=", .identity),
            ("gzip;q=.5", .identity),
            ("gzip;q=0.1234", .identity), ("gzip;q=a", .identity), ("gzip;q=00", .identity), (",,gzip,,", .gzip), (";", .identity),
            ("gzipp", .identity), ("not-gzip", .identity), ("gzip q=1", .identity),
        ] as [(String?, ContentCoding?)])
    func preferences(_ field: String?, _ coding: ContentCoding?) { #expect(ContentCoding.preferred(field) == coding) }

    @Test(
        "Identity is accepted unless the field excludes it",
        arguments: [
            (nil, true), ("", true), ("gzip", true), ("gzip, identity;q=0", false), ("*;q=0, gzip", false), ("*;q=0, identity", true),
            ("identity;q=0.001, *;q=0", true), ("gzip;q=0, identity;q=0", false),
        ] as [(String?, Bool)])
    func identity(_ field: String?, _ isTaken: Bool) { #expect(ContentCoding.takesIdentity(field) == isTaken) }

    @Test("Texts become smaller in gzip, and larger ones are returned only on request") func gzip() throws {
        let text = Array(String(repeating: "tile, level, region; ", count: 200).utf8)
        for effort in [Gzip.Effort.quick, .thorough] {
            let bytes = try #require(Gzip.compress(text, effort))
            #expect(bytes.count < text.count / 10 && bytes.starts(with: [0x1F, 0x8B, 8]))
        }
        #expect(Gzip.compress([], .quick) == nil)
        #expect(Gzip.compress(Array("short".utf8), .quick) == nil)
        #expect(try #require(Gzip.compress(Array("short".utf8), .quick, allowsLarger: true)).starts(with: [0x1F, 0x8B, 8]))
    }
}
