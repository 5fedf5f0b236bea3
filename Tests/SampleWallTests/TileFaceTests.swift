// A blank tile: even light on its face, mortar all round it and nowhere else.
@testable import SampleWall
import Testing

@Suite struct TileFaceTests {
    static let side = 64
    static let faces = (0..<6).map { seed in
        TileFace(side: side, crackle: Crackle(tilePixels: side, seed: 2), noise: Noise(seed: 2), seed: UInt64(seed))
    }

    @Test("The light of a tile is about neutral", arguments: faces.indices)
    func lightIsAboutNeutral(index: Int) {
        let light = TileFaceTests.faces[index].light
        let mean = light.reduce(0) { $0 + Int($1) } / light.count
        #expect(light.count == TileFaceTests.side * TileFaceTests.side)
        #expect(abs(mean - Palette.neutralLight) < 8)
    }

    @Test("Mortar is all round the tile", arguments: faces.indices)
    func mortarIsAllRoundTheTile(index: Int) {
        let mortar = TileFaceTests.faces[index].mortar
        let last = TileFaceTests.side - 1
        #expect(mortar.rowStarts.count == TileFaceTests.side + 1 && mortar.rowStarts.last == mortar.pixels.count)
        for row in 0...last {
            let pixels = mortar.pixels[mortar.rowStarts[row]..<mortar.rowStarts[row + 1]]
            #expect(pixels.first?.x == 0 && pixels.last?.x == UInt16(last))
            // Chips reach a little way in, never to the middle.
            #expect(pixels.allSatisfy { row < 5 || row > last - 5 || $0.x < 5 || $0.x > UInt16(last - 5) })
        }
        for corner in [0, last] { #expect(mortar.pixels[mortar.rowStarts[corner]].alpha > 200) }
    }

    @Test("Mortar is warm grey") func mortarIsWarmGrey() {
        for face in TileFaceTests.faces {
            #expect(face.mortar.pixels.allSatisfy { $0.red > $0.blue && $0.red - $0.blue < 60 && $0.red > 100 })
        }
    }
}
