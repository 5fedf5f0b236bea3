// Texts in place of slashes in identifiers.

import Protocols
import Testing
import TestSupport

@Suite struct SlashSubstituteTests {
    private func decode(_ segment: String, _ substitute: String) -> String? {
        ImageIdentifier(decoding: Array(segment.utf8).span, SlashSubstitute(substitute))?.path
    }

    @Test(
        "The substitute is decoded to a slash, and its escape to itself",
        arguments: [
            ("maps~lisboa.tif", "~", "maps/lisboa.tif"), ("maps%7Elisboa.tif", "~", "maps/lisboa.tif"),
            ("maps%2Flisboa.tif", "~", "maps/lisboa.tif"),
            ("a--b--c.tif;3", "--", "a/b/c.tif;3"), ("a-b--c", "--", "a-b/c"), ("a_SLASH_b", "_SLASH_", "a/b"), ("a%257Eb", "~", "a~b"),
            ("100%25.png", "~", "100%.png"), ("a%2541", "~", "aA"), ("a%252541", "~", "a%41"), ("a---b", "--", "a/-b"),
            ("a%252D%252Db", "--", "a--b"), ("a/b", "~", "a/b"),
        ])
    func decodes(_ segment: String, _ substitute: String, _ path: String) { #expect(decode(segment, substitute) == path) }

    @Test(
        "Paths that are invalid with slashes are invalid with the substitute",
        arguments: ["~", "~a", "a~", "a~~b", "..~a", "a~..~b", "a~.~b", "%252E%252E~a", "a%2500", "~etc~passwd", "%25FF", "a~%252E"])
    func refuses(_ segment: String) { #expect(decode(segment, "~") == nil) }

    @Test(
        "Substitutes of unreserved characters are accepted",
        arguments: ["~", "-", "_", "--", "~~", "_SLASH_", "-.-".replacing(".", with: "x"), String(repeating: "-", count: 16)])
    func fit(_ text: String) { #expect(SlashSubstitute(text) != nil) }

    @Test(
        "Other substitutes are refused",
        arguments: ["", "/", "%", ".", "..", "-.-", "a", "2F", "!", ";", "~ ", "\u{E3}", "~/", String(repeating: "-", count: 17)])
    func unfit(_ text: String) { #expect(SlashSubstitute(text) == nil) }

    @Test("Only names that contain the substitute are escaped") func plainNamesAreWrittenPlainly() throws {
        let substitute = try #require(SlashSubstitute("~"))
        for (path, segment) in [
            ("maps/lisboa.tif", "maps~lisboa.tif"), ("100%/a b.png", "100%25~a%20b.png"), ("a~b/c", "a%257Eb~c"), ("a", "a"),
            ("%41", "%252541"),
        ] {
            #expect(ImageIdentifier(path: path)?.segment(substitute) == segment)
        }
    }

    /// Also when a proxy decodes the path on the way.
    @Test("Every path comes back, whatever the substitute", arguments: ["~", "-", "--", "-_", "_x_", "a-a", "---", "2D-"]) func comesBack(
        _ text: String
    ) throws {
        let substitute = try #require(SlashSubstitute(text))
        var generator = SeededGenerator(seed: 9)
        let alphabet = ["-", "-", "_", "~", "%", "2", "D", "d", "7E", "/", "/", ".", "a", "x", "%2D", "ã", text, text]
        var found = 0
        for _ in 0..<1_500 {
            let path = (0..<Int.random(in: 1...8, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }.joined()
            guard let identifier = ImageIdentifier(path: path) else { continue }
            found += 1
            let segment = identifier.segment(substitute)
            let again = ImageIdentifier(decoding: Array(segment.utf8).span, substitute)
            #expect(again == identifier, "\(path) is written \(segment)")
            #expect(!segment.contains("%2F") && !segment.contains("/"))
        }
        #expect(found > 300)
    }
}
