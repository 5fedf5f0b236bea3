// CRC-32 against known values.

import System
import TestSupport
import Testing

@Suite struct CRC32Tests {
    @Test(
        "Checksums are the published ones",
        arguments: [
            ("", 0), ("a", 0xE8B7_BE43), ("abc", 0x3524_41C2), ("123456789", 0xCBF4_3926),
            ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
        ] as [(String, UInt32)])
    func known(_ text: String, _ checksum: UInt32) { #expect(CRC32.checksum(of: Array(text.utf8)) == checksum) }

    @Test("Bytes of one value have the published checksums", arguments: [(0, 0x190A_55AD), (0xFF, 0xFF6C_AB0B)] as [(UInt8, UInt32)])
    func repeated(_ byte: UInt8, _ checksum: UInt32) { #expect(CRC32.checksum(of: [UInt8](repeating: byte, count: 32)) == checksum) }

    @Test("Checksums of all lengths agree with the definition, bit by bit, in memory as in arrays") func definition() {
        var generator = SeededGenerator(seed: 3)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            var register: UInt32 = 0xFFFF_FFFF
            for byte in bytes {
                register ^= UInt32(byte)
                for _ in 0..<8 { register = register & 1 == 1 ? register >> 1 ^ 0xEDB8_8320 : register >> 1 }
            }
            #expect(CRC32.checksum(of: bytes) == ~register)
            #expect(bytes.withUnsafeBytes { CRC32.checksum(of: $0) } == ~register)
        }
    }
}
