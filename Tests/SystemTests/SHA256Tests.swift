// SHA-256 against the examples of its standard.

import System
import Testing

@Suite struct SHA256Tests {
    @Test(
        "Digests are those of FIPS 180-4's examples",
        arguments: [
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ])
    func digests(_ text: String, _ digest: String) { #expect(SHA256.hexadecimal(of: Array(text.utf8)) == digest) }
}
