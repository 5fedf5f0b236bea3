// Textures and noise repeat without a seam, and a dry brush reaches the part of the surface that it is said to.
@testable import SampleWall
import Testing

@Suite struct TextureTests {
    static let textures = BrushTextures(tilePixels: 100, seed: 3)

    private func pixel(_ kind: BrushTextures.Kind, _ x: Int, _ y: Int) -> Int {
        let textures = TextureTests.textures
        return Int(textures.pixels[textures.rowOffset(kind, y) + x & (textures.side - 1)])
    }

    @Test("The side of a texture suits the tile", arguments: [(16, 32), (32, 32), (33, 64), (64, 64)])
    func sideSuitsTheTile(tilePixels: Int, side: Int) {
        #expect(BrushTextures(tilePixels: tilePixels, seed: 1).side == side)
    }

    @Test("The load of a brush is its part of the surface", arguments: BrushTextures.Kind.allCases)
    func loadIsThePartOfTheSurface(kind: BrushTextures.Kind) {
        let side = TextureTests.textures.side
        let values = (0..<side * side).map { pixel(kind, $0 % side, $0 / side) }
        for threshold in [64, 128, 192] {
            let part = Float(values.count { $0 >= threshold }) / Float(values.count)
            #expect((part - Float(256 - threshold) / 256).magnitude < 0.03)
        }
    }

    @Test("Opposite borders of a texture meet", arguments: BrushTextures.Kind.allCases)
    func bordersMeet(kind: BrushTextures.Kind) {
        let side = TextureTests.textures.side
        let step = { (x: Int) in (0..<side).reduce(0) { $0 + abs(self.pixel(kind, x, $1) - self.pixel(kind, x + 1, $1)) } }
        let inside = (0..<side - 1).map(step).max() ?? 0
        #expect(step(side - 1) <= inside * 5 / 4)
        let stepDown = { (y: Int) in (0..<side).reduce(0) { $0 + abs(self.pixel(kind, $1, y) - self.pixel(kind, $1, y + 1)) } }
        let insideDown = (0..<side - 1).map(stepDown).max() ?? 0
        #expect(stepDown(side - 1) <= insideDown * 5 / 4)
    }

    @Test("Noise repeats and stays in range") func noiseRepeatsAndStaysInRange() {
        let noise = Noise(seed: 5)
        let period = Float(Noise.period)
        var random = RandomSource(seed: 6)
        for _ in 0..<300 {
            let (x, y) = (random.within(-100...100), random.within(-100...100))
            #expect((-1...1).contains(noise.at(x, y)))
            #expect((noise.at(x, y) - noise.at(x + period, y - period)).magnitude < 0.001)
        }
    }
}
