// Pyramid files with damage anywhere: they are refused, or what is read from them is right or an error; nothing traps.

import Geometry
import PyramidSupport
import Testing
import TestSupport

@Suite struct PyramidDamageTests {
    private static let zips: [Zip] = {
        var zips = [PyramidFileTests.zip, PyramidFileTests.zip]
        zips[1].isZip64 = true
        zips[1].comment = [1, 2, 3]
        for index in zips[1].entries.indices {
            zips[1].entries[index].isZip64 = true
        }
        return zips
    }()

    /// Whether the file was refused.
    @discardableResult
    private func read(_ bytes: [UInt8], _ folder: TemporaryFolder) -> Bool {
        guard let pyramid = try? PyramidFileTests.open(bytes, folder) else { return true }
        for address in SamplePyramid.addresses {
            guard let tile = try? pyramid.storedTile(address)?.read() else { continue }
            #expect(tile == PyramidFileTests.contents(address))
        }
        return false
    }

    @Test("A change of any byte is refused or changes no tile", arguments: 0..<2) func everyByte(_ index: Int) {
        let folder = TemporaryFolder()
        let sound = Self.zips[index].bytes
        var refused = 0
        #expect(!read(sound, folder))
        for place in sound.indices {
            for value in [0xFF, sound[place] ^ 1, sound[place] ^ 0x80] where value != sound[place] {
                var bytes = sound
                bytes[place] = value
                if read(bytes, folder) { refused += 1 }
            }
        }
        #expect(refused > 100)
    }

    @Test("A file that is cut at any length is refused", arguments: 0..<2) func everyLength(_ index: Int) {
        let folder = TemporaryFolder()
        let sound = Self.zips[index].bytes
        for count in sound.indices {
            let isRefused = read(Array(sound[..<count]), folder)
            #expect(isRefused, "\(count) of \(sound.count) bytes")
        }
    }

    @Test("Random changes are refused or change no tile", arguments: 0..<2) func atRandom(_ index: Int) {
        let folder = TemporaryFolder()
        var generator = SeededGenerator(seed: UInt64(index))
        let sound = Self.zips[index].bytes
        for _ in 0..<1_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: bytes.indices, using: &generator)
                switch generator.next() % 4 {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.replaceSubrange(place..<min(bytes.count, place + 8), with: [UInt8](repeating: 0xFF, count: 8))
                case 2: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...].prefix(30), at: place)
                }
            }
            read(bytes, folder)
        }
    }
}
