// IIIFImagePlan: an image request in the pixels of an image, and the tile that has exactly these pixels.

public import Geometry

/// An IIIF image request, resolved for an image.
public struct IIIFImagePlan: Hashable, Sendable {
    /// The part of the image, in image pixels.
    public let region: PixelRect

    /// The size of the result in pixels, before the rotation.
    public let size: PixelSize

    /// The mirroring and rotation, applied after scaling.
    public let turn: Turn

    /// The quality.
    public let quality: IIIFQuality
    /// The image format.
    public let format: ImageFormat

    /// The tile of the grid whose bytes are the answer; nil when there is none.
    public let tile: TileAddress?

    let version: IIIFVersion
    let coversImage: Bool
    let canonicalSize: IIIFSize
}
