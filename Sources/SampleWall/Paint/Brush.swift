// A paint made ready for one row: everything in sixteen-bit integers, for sixteen pixels at a time.

struct Brush {
    /// Full strength, of 128.
    let opacity: Float
    let ochre: Int16
    let isDry: Bool
    private let tone: Int16
    private let grain: Int16
    private let threshold: Int16

    init(_ shape: Painting.Shape, _ y: Int) {
        let paint = shape.paint
        let t = Float(y - shape.rows.lowerBound) / Float(max(shape.rows.count - 1, 1))
        opacity = paint.opacity * 128
        ochre = Int16(paint.ochre)
        tone = Int16(mix(paint.cobalt, paint.cobaltBelow, t))
        grain = Int16(paint.grain)
        isDry = paint.load < 1
        threshold = Int16(255 * (1 - paint.load))
    }

    /// The tone of each pixel under the hair of the brush.
    func cobalt(_ hair: SIMD16<Int16>) -> SIMD16<Int16> {
        ((((hair &- 128) &* grain) &>> 7) &+ tone).held(to: 255)
    }

    /// The remaining strength where a dry brush skips the hollows of the texture.
    func skipping(_ strength: SIMD16<Int16>, _ hair: SIMD16<Int16>) -> SIMD16<Int16> {
        (strength &* ((hair &- threshold) &* 4).held(to: 128)) &>> 7
    }
}

extension SIMD16<Int16> {
    /// Every lane limited to 0...`most`. Signs become masks by shifting: comparing and replacing lanes is not vectorised here.
    func held(to most: Int16) -> SIMD16<Int16> {
        let positive = self & ~(self &>> 15)
        let excess = positive &- most
        return positive &- (excess & ~(excess &>> 15))
    }
}

extension BrushTextures {
    /// Sixteen pixels of a texture's row from column `x`, a multiple of sixteen.
    func pixels(inRow rowOffset: Int, from x: Int) -> SIMD16<Int16> {
        let start = rowOffset + x & (side - 1)
        return unsafe pixels.withUnsafeBytes { bytes in
            unsafe SIMD16<Int16>(truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: start, as: SIMD16<UInt8>.self))
        }
    }
}
