// IIIFImageParameters: resolving a request for an image.

public import Geometry

extension IIIFImageParameters {
    /// Resolves the request for the image of a grid. Does not allocate unless it throws.
    /// - Throws: `RequestError` (400) for a region outside the image and for a size that is not allowed (sections 4.1 and 4.2).
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
