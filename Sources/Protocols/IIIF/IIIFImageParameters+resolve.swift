// What an IIIF image request means for one image: pixels in, pixels out, and the tile that already is exactly that.

public import Geometry

/// An IIIF image request applied to an image.
public struct IIIFImagePlan: Hashable, Sendable {
    /// The part of the image to deliver, in its pixels.
    public let region: PixelRect

    /// The size to deliver it in.
    public let size: PixelSize

    /// The tile of the grid whose bytes are the answer, where there is one.
    public let tile: TileAddress?
}

extension IIIFImageParameters {
    /// Applies the request to the image of a grid. Allocates nothing where it succeeds.
    /// - Parameter maxArea: the most pixels that are delivered, at least 1.
    /// - Throws: a region outside the image, a size that is not allowed, a rotation; each a bad request as sections 4.1 to 4.3 ask.
    public func resolve(on grid: PyramidGrid, maxArea: Int) throws(RequestError) -> IIIFImagePlan {
        guard rotation.isNone else {
            throw RequestError(.badRequest, "rotation", value: rotation.description, allowed: "0, since this server does not turn images")
        }
        let region = try region.resolve(on: grid.size)
        let size: PixelSize
        if let cellSize = IIIFCell.size(of: region, asked: self.size.form, in: grid) {
            size = cellSize
        } else {
            size = try self.size.resolve(region.size, maxArea: maxArea)
        }
        let hasTileColours = quality == .default || quality == .color
        return IIIFImagePlan(
            region: region, size: size, tile: hasTileColours ? IIIFCell.tile(of: region, delivered: size, in: grid) : nil)
    }
}
