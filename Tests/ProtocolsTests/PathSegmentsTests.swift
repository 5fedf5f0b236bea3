// The segments of raw paths.

import Protocols
import Testing

@Suite struct PathSegmentsTests {
    @Test(
        "Paths are split at every slash",
        arguments: [
            ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//", ["", ""]),
            ("/tiles/a%2Fb;3/0/1/2.jpg", ["tiles", "a%2Fb;3", "0", "1", "2.jpg"]),
        ])
    func splits(path: String, expected: [String]) throws {
        let segments = try #require(split(path))
        #expect((0..<segments.count).map { slice(path, segments[$0]) } == expected)
    }

    @Test("A path without a leading slash is refused", arguments: ["", "a", "a/b", "*"])
    func pathsBeginWithASlash(path: String) {
        #expect(split(path) == nil)
    }

    @Test("Paths of more than sixteen segments are refused") func capacityIsSixteen() {
        #expect(split(String(repeating: "/a", count: 16))?.count == 16)
        #expect(split(String(repeating: "/a", count: 17)) == nil)
        #expect(split(String(repeating: "/", count: 17)) == nil)
    }

    @Test(
        "Segments are compared without decoding",
        arguments: [("/info.json", true), ("/info%2Ejson", false), ("/info.jso", false), ("/info.jsonx", false), ("/Info.json", false)])
    func segmentsAreComparedUndecoded(path: String, isEqual: Bool) throws {
        let bytes = Array(path.utf8)
        let segments = try #require(split(path))
        let isFound = segments.segment(0, of: bytes.span, is: "info.json")
        #expect(isFound == isEqual)
    }
}
