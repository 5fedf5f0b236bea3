// Identifiers: decoding, encoding, and that no identifier leaves the folder.

import Protocols
import Testing
import TestSupport

@Suite struct ImageIdentifierTests {
    @Test(
        "Segments are decoded to paths",
        arguments: [
            ("a.jpg", "a.jpg"), ("maps%2Flisboa.tif", "maps/lisboa.tif"), ("maps%2flisboa.tif", "maps/lisboa.tif"),
            ("%61%2Ejpg", "a.jpg"), ("atlas.pdf;3", "atlas.pdf;3"), ("atlas.pdf%3B3", "atlas.pdf;3"),
            ("S%C3%A3o%20Jorge.tif", "São Jorge.tif"),
            ("a+b", "a+b"), ("100%25", "100%"), ("..a", "..a"), ("a%2F...", "a/..."), (".hidden", ".hidden"), ("[frob]", "[frob]"),
            ("a%5Cb", "a\\b"), ("%F0%9F%98%80", "😀"),
        ])
    func decodes(segment: String, path: String) {
        #expect(decode(segment)?.path == path)
    }

    @Test(
        "Segments that could leave the folder, or are malformed, are refused",
        arguments: [
            "", "%", "%4", "a%", "a%2", "%zz", "%2G", "%-1", "%%", "%00", "a%00.jpg", "%2Fetc%2Fpasswd", "a%2F", "a%2F%2Fb", "..", ".",
            "%2E%2E", "%2e%2e%2fpasswd", "a%2F..%2F..%2Fb", "a%2F.%2Fb", "%C3", "%C3%28", "%FF", "%C0%AF", "%ED%A0%80", "%F5%80%80%80",
            "a%2f..",
        ])
    func refuses(segment: String) {
        #expect(decode(segment) == nil)
    }

    @Test(
        "Paths are encoded to segments",
        arguments: [
            ("maps/lisboa.tif", "maps%2Flisboa.tif"), ("atlas.pdf;3", "atlas.pdf;3"), ("a b+c&d=e?f#g", "a%20b%2Bc%26d%3De%3Ff%23g"),
            ("Az09-._~", "Az09-._~"), ("ã", "%C3%A3"), ("100%", "100%25"), ("a,b:c@d!'()*$", "a%2Cb%3Ac%40d%21%27%28%29%2A%24"),
        ])
    func encodes(path: String, segment: String) {
        #expect(ImageIdentifier(path: path)?.segment() == segment)
    }

    @Test("Every encoded path is decoded to itself") func encodingComesBack() {
        var generator = SeededGenerator(seed: 4)
        let alphabet: [Character] = Array("aZ9-._~ /;%+?#&=,:@!\\\"'<>|\u{7F}\u{1}ãñ漢😀\u{301}")
        var found = 0
        for _ in 0..<20_000 {
            let path = String((0..<Int.random(in: 1...12, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! })
            guard let identifier = ImageIdentifier(path: path) else { continue }
            found += 1
            let segment = identifier.segment()
            #expect(segment.utf8.allSatisfy { $0 != UInt8(ascii: "/") && $0 > 0x20 && $0 < 0x7F })
            let again = decode(segment)
            #expect(again == identifier && again?.path.utf8.elementsEqual(path.utf8) == true)
            #expect(again?.segment() == segment)
        }
        #expect(found > 10_000)
    }

    @Test("Identifiers are equal only when their bytes are") func equalMeansTheSameBytes() throws {
        let composed = try #require(ImageIdentifier(path: "\u{E3}.tif"))
        let decomposed = try #require(ImageIdentifier(path: "a\u{303}.tif"))
        #expect(composed.path == decomposed.path, "Swift's own comparison does not tell them apart, a file system does")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
        #expect(decode("a%CC%83.tif") == decomposed)
    }
}
