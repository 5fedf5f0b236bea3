// What an IIIF image request means for one image: pixels in, pixels out, and the tile that already is exactly that.

public import Geometry

/// An IIIF image request applied to an image.
public struct IIIFImagePlan: Hashable, Sendable {
    /// The part of the image to deliver, in its pixels.
    public let region: PixelRect

    /// The size to deliver it in, before it is turned.
    public let size: PixelSize

    /// How it is mirrored and turned then.
    public let turn: Turn

    public let quality: IIIFQuality
    public let format: ImageFormat

    /// The tile of the grid whose bytes are the answer, where there is one.
    public let tile: TileAddress?

    let version: IIIFVersion
    let coversImage: Bool
    let canonicalSize: IIIFSize
}

extension IIIFImageParameters {
    /// Applies the request to the image of a grid. Allocates nothing where it succeeds.
    /// - Throws: a region outside the image, or a size that is not allowed; each a bad request as sections 4.1 and 4.2 ask.
    public func resolve(on grid: PyramidGrid, _ limits: IIIFLimits) throws(RequestError) -> IIIFImagePlan {
        let region = try region.resolve(on: grid.size)
        let size = try self.size.resolve(region, on: grid, limits)
        let isTile = turn.isNone && quality.keepsColours
        return IIIFImagePlan(
            region: region, size: size, turn: turn, quality: quality, format: format,
            tile: isTile ? IIIFTileMatcher.tile(of: region, delivered: size, in: grid) : nil, version: version,
            coversImage: region == PixelRect(grid.size),
            canonicalSize: IIIFSize(canonical: size, of: region, on: grid, limits, version))
    }
}

extension IIIFSize {
    /// The size for a region of an image: a cell's own where a tiled client asks for one of its sides, and a level's own where one of its
    /// sides is asked of the whole image, as info.json has it in `sizes` (2.1, section 5.2: in both forms the same image).
    func resolve(_ region: PixelRect, on grid: PyramidGrid, _ limits: IIIFLimits) throws(RequestError) -> PixelSize {
        if let cell = IIIFTileMatcher.size(of: region, asked: form, in: grid) { return cell }
        let size = try resolve(region.size, limits)
        guard region == PixelRect(grid.size) else { return size }
        for level in 0..<grid.levelCount {
            let whole = grid.size(ofLevel: level)
            switch form {
            case .width(whole.width) where abs(whole.height - size.height) <= 1 && limits.allow(whole): return whole
            case .height(whole.height) where abs(whole.width - size.width) <= 1 && limits.allow(whole): return whole
            default: continue
            }
        }
        return size
    }
}
