// IIIFLimits: the largest size of an answer (Image API 3.0, section 5.2; 2.1, section 5.3).

import Geometry

/// The largest size of an answer before its rotation. info.json contains it.
public struct IIIFLimits: Hashable, Sendable {
    /// The most pixels, at least 1.
    public let maxArea: Int

    /// The longest side in pixels, at least 1. It is `maxWidth` in info.json, and `maxHeight`.
    public let maxSide: Int

    /// Creates limits. Both are at least 1.
    public init(maxArea: Int, maxSide: Int) {
        self.maxArea = maxArea
        self.maxSide = maxSide
    }

    /// True when a size is within the limits.
    func allow(_ size: PixelSize) -> Bool { size.area <= maxArea && size.longerSide <= maxSide }

    /// The largest allowed size with the aspect ratio of a region, within rounding.
    func largest(_ region: PixelSize) -> PixelSize {
        let (wide, high) = (Double(region.width), Double(region.height))
        let scale = min((Double(maxArea) / (wide * high)).squareRoot(), Double(maxSide) / max(wide, high))
        let width = max(1, min(Int(wide * scale), maxSide))
        let height = max(1, min(Int(high * scale), maxSide, maxArea / width))
        return PixelSize(width: min(width, max(1, maxArea / height)), height: height)
    }

    /// For messages.
    var description: String { "at most \(maxArea) pixels in all and \(maxSide) along a side" }
}
