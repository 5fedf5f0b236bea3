// The name of one state of an image.

@testable import Library
import Testing

@Suite struct ImageVersionTests {
    @Test("A version depends on each part")
    func dependsOnEachPart() {
        let versions = [["a", "b"], ["a", "c"], ["b", "a"], ["ab"], ["a", "b", ""], ["a", ""], ["a"], [""], []].map { ImageVersion($0) }
        #expect(ImageVersion(["a", "b"]) == versions[0])
        #expect(Set(versions.dropLast()).count == versions.count - 1, "no parts at all are one empty one")
        #expect(Set(versions.map(\.description)).count == Set(versions).count)
    }

    @Test("A version is half of a SHA-256")
    func description() {
        // SHA-256 of "abc", whose first half this is.
        #expect(ImageVersion(["abc"]).description == "ba7816bf8f01cfea414140de5dae2223")
    }

    /// Also those with zeros at the start of a half.
    @Test("A version is recognised in its written form")
    func written() {
        for number in 0..<600 {
            let version = ImageVersion([String(number)])
            let text = Array(version.description.utf8)
            #expect(text.count == 32)
            #expect(ImageVersion(description: version.description) == version)
            let isWritten = version.isWritten(as: text.span)
            #expect(isWritten)
            var other = text
            other[number % 32] = other[number % 32] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            let isOther = version.isWritten(as: other.span)
            #expect(!isOther)
        }
    }

    @Test(
        "Another text is no version",
        arguments: ["", "BA7816BF8F01CFEA414140DE5DAE2223", "ba7816bf8f01cfea414140de5dae222", "ba7816bf8f01cfea414140de5dae22233", "0"])
    func notWritten(_ text: String) {
        let isWritten = ImageVersion(["abc"]).isWritten(as: Array(text.utf8).span)
        #expect(!isWritten)
        #expect(ImageVersion(description: text) == nil)
    }

    @Test(
        "A text with other digits is no version",
        arguments: ["+a7816bf8f01cfea414140de5dae2223", "ba7816bf8f01cfea-14140de5dae2223", "ba7816bf8f01cfea414140de5dae222\u{E9}"])
    func noDescription(_ text: String) { #expect(ImageVersion(description: text) == nil) }
}
