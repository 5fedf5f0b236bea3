// The Range field.

import HTTP
import Testing
import TestSupport

@Suite struct ByteRangeTests {
    /// The representation has 10,000 bytes. The first rows are the examples of RFC 9110, 14.1.2.
    @Test(
        "Ranges of 10,000 bytes are read as RFC 9110 has them",
        arguments: [
            ("bytes=0-499", .part(0..<500)), ("bytes=500-999", .part(500..<1000)), ("bytes=-500", .part(9500..<10_000)),
            ("bytes=9500-", .part(9500..<10_000)), ("bytes=0-0", .part(0..<1)), ("bytes=-1", .part(9999..<10_000)),
            ("bytes=0-", .part(0..<10_000)),
            ("bytes=9999-", .part(9999..<10_000)), ("bytes=9999-9999", .part(9999..<10_000)), ("bytes=0-99999", .part(0..<10_000)),
            ("bytes=-99999", .part(0..<10_000)), ("bytes=00-01", .part(0..<2)), ("bytes=5-999999999999999999", .part(5..<10_000)),
            ("bytes=10000-", .unsatisfiable), ("bytes=10000-10001", .unsatisfiable), ("bytes=-0", .unsatisfiable),
            ("bytes=5-4", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes=--1", .whole), ("bytes=0-1,5-6", .whole),
            ("bytes=0-0,-1", .whole),
            ("bytes=1", .whole), ("bytes= 0-1", .whole), ("bytes=0 -1", .whole), ("bytes=+0-1", .whole), ("bytes=0x0-1", .whole),
            ("bytes=a-b", .whole),
            ("bytes:0-1", .whole), ("items=0-1", .whole), ("0-1", .whole), ("", .whole), ("bytes=0-1-2", .whole), ("bytes=٠-١", .whole),
        ] as [(String, ByteRange)])
    func ranges(_ value: String, _ expected: ByteRange) {
        #expect(ByteRange(value, length: 10_000) == expected)
    }

    @Test("No range of an empty representation can be satisfied", arguments: ["bytes=0-", "bytes=0-0", "bytes=-1", "bytes=-0"])
    func ofNothing(_ value: String) {
        #expect(ByteRange(value, length: 0) == .unsatisfiable)
    }

    @Test(
        "Numbers beyond Int are ignored and do not trap",
        arguments: ["bytes=99999999999999999999-", "bytes=-99999999999999999999", "bytes=0-99999999999999999999"])
    func hugeNumbers(_ value: String) {
        #expect(ByteRange(value, length: 10) == .whole)
    }

    @Test("A range is never empty and lies within the representation") func property() {
        var generator = SeededGenerator(seed: 4)
        let alphabet = Array("0123456789-,=bytes ")
        for _ in 0..<20_000 {
            let value =
                "bytes=" + String((0..<Int.random(in: 0...6, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! })
            let length = Int.random(in: 0...50, using: &generator)
            guard case .part(let range) = ByteRange(value, length: length) else { continue }
            #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "\(value) of \(length)")
        }
    }
}
