// The parts of a tile's square without glaze: the joint around the tile, and the bare biscuit under a chip.

struct Mortar: Sendable {
    struct Pixel: Sendable {
        var x: UInt16
        var alpha: UInt8
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    private(set) var pixels: [Pixel] = []
    /// Where each row's pixels begin, and behind the last row where they end.
    private(set) var rowStarts: [Int] = [0]

    mutating func append(x: Int, alpha: Float, grey: Float, warmth: Float) {
        let level = { (offset: Float) in UInt8((grey + offset * warmth).clamped(to: 0...255)) }
        pixels.append(
            Pixel(x: UInt16(x), alpha: UInt8((alpha * 255).clamped(to: 0...255)), red: level(14), green: level(2), blue: level(-18)))
    }

    mutating func endRow() {
        rowStarts.append(pixels.count)
    }
}
