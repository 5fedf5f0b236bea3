// Which pixels a plan reads, and what it keeps of them.
public import Geometry

extension RenderPlan {
    /// The pixels that the plan reads from a level of that size, with the few around them that interpolation needs. Nil if it shows none.
    /// A mosaic that is rendered by this plan must hold these pixels.
    public func region(ofLevel size: PixelSize) -> PixelRect? {
        switch frame {
        case .region(let region, _): return PixelRect(size).intersection(region)
        case .canvas:
            guard let (x, y) = axes(ofLevel: size) else { return nil }
            return PixelRect(x: x.taken.lowerBound, y: y.taken.lowerBound, width: x.taken.count, height: y.taken.count)
        }
    }

    /// Throws `unsupported` if a region lies outside a level of that size, or if the format cannot hold the result.
    func check(ofLevel size: PixelSize) throws(ImagingError) {
        try encoding.check(turn.canvas(of: frame.size))
        guard case .region(let region, _) = frame else { return }
        guard let inside = PixelRect(size).intersection(region), inside.x == region.x, inside.y == region.y,
            region.maxX <= size.width + 1, region.maxY <= size.height + 1
        else {
            throw .unsupported(reason: "the region lies outside the image")
        }
    }

    /// Whether transparent pixels stay transparent: the format has alpha and black and white is not asked for.
    var keepsAlpha: Bool { encoding.format.keepsAlpha && quality != .bitonal }

    /// Whether the area around and behind an image on a canvas is transparent or partly so.
    var hasOpenBackground: Bool { keepsAlpha && background.alpha < 255 }

    /// Whether 16 bits a channel stay 16 bits, if the source has them: the format loses nothing, and no step works on 8 bits.
    var keepsDepth: Bool { turn.isNone && quality == .default && encoding.format.isLossless }
}
