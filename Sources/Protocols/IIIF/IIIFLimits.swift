// IIIFLimits: how large an answer may be (Image API 3.0, section 5.2; 2.1, section 5.3).

import Geometry

/// The most that is delivered, before it is turned. Published in info.json.
public struct IIIFLimits: Hashable, Sendable {
    /// Pixels in all, at least 1.
    public let maxArea: Int

    /// Pixels along either side, at least 1: `maxWidth`, which is `maxHeight`, too, where that is not said.
    public let maxSide: Int

    public init(maxArea: Int, maxSide: Int) {
        self.maxArea = maxArea
        self.maxSide = maxSide
    }

    func allow(_ size: PixelSize) -> Bool { size.area <= maxArea && size.longerSide <= maxSide }

    /// The largest size of the region's aspect, as nearly as whole pixels can be.
    func largest(_ region: PixelSize) -> PixelSize {
        let (wide, high) = (Double(region.width), Double(region.height))
        let scale = min((Double(maxArea) / (wide * high)).squareRoot(), Double(maxSide) / max(wide, high))
        let width = max(1, min(Int(wide * scale), maxSide))
        let height = max(1, min(Int(high * scale), maxSide, maxArea / width))
        return PixelSize(width: min(width, max(1, maxArea / height)), height: height)
    }

    /// For people.
    var description: String { "at most \(maxArea) pixels in all and \(maxSide) along a side" }
}
