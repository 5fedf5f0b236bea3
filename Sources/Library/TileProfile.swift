// TileProfile: what the tiles of one image are. The only place that decides it is TilePolicy.

public import Geometry
public import Imaging

/// The grid of an image, and how its tiles are encoded. It follows from the image's file and the operator's settings, both of which are part
/// of the image's version.
public struct TileProfile: Hashable, Sendable {
    /// Levels, tile size, tiles.
    public let grid: PyramidGrid
    /// True when the image's pixels can be transparent.
    public let hasAlpha: Bool
    /// The format of the tiles of the image's pyramid. It keeps alpha when the image has any.
    public let format: ImageFormat
    /// The quality of formats that lose something, 1 to 100.
    public let quality: Int
    /// The colour behind transparent pixels in formats without alpha.
    public let background: Colour

    /// How the tiles of the pyramid are encoded.
    public var encoding: Encoding { encoding(format) }

    /// How an image in another format is encoded.
    public func encoding(_ format: ImageFormat) -> Encoding { Encoding(format, quality: quality) }
}
