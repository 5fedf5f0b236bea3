// LevelImage: the pixels of one level of an image, ready to be cut, scaled and encoded.
public import Geometry

/// An upright image in sRGB or grey of 8 bits, or 16 where it is a part of such, of which any region can be rendered, as often as wanted.
///
/// May be used from several threads at once; each call renders on the calling thread and those of libvips, and returns when it is done.
public final class LevelImage: Sendable {
    /// Width and height in this level's own pixels.
    public let size: PixelSize

    private enum Pixels: Sendable {
        /// All there already, or used for one picture only: every call reads the same image.
        case shared(ImageHandle)
        case decoded(by: DecoderPool)
        /// Put together for each call.
        case encoded([(place: PixelRect, bytes: [UInt8])])
    }

    private let pixels: Pixels
    /// The JPEGs that meet a region, where the level is made of such; they can be decoded as planes, each by itself.
    let planarTiles: @Sendable (PixelRect) -> [PlanarTile]

    init(_ image: ImageHandle) {
        size = PixelSize(width: image.width, height: image.height)
        pixels = .shared(image)
        planarTiles = { _ in [] }
    }

    /// - Parameter planarTiles: the same pixels, where they stand in JPEGs.
    init(
        decodedBy pool: DecoderPool, size: PixelSize, planarTiles: @escaping @Sendable (PixelRect) -> [PlanarTile] = { _ in [] }
    ) {
        self.size = size
        self.planarTiles = planarTiles
        pixels = .decoded(by: pool)
    }

    /// Puts encoded tiles in their places in a level of that size, when it is rendered. Only the tiles that the regions to be rendered meet
    /// need be given; the rest is black. A tile whose size is not that of its place is `damaged`.
    public init(size: PixelSize, tiles: [(place: PixelRect, bytes: [UInt8])]) {
        self.size = size
        planarTiles = { region in tiles.filter { $0.place.intersection(region) != nil }.map(PlanarTile.init) }
        pixels = .encoded(tiles)
    }

    /// Gives an image of this level to `body`, which reads no more than `region` of it.
    func withPixels<Result>(
        of region: PixelRect, _ body: (ImageHandle) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        switch pixels {
        case .shared(let image): try body(image)
        case .decoded(let pool): try pool.withDecoder(of: region, body)
        case .encoded(let tiles): try body(ImageHandle.mosaic(tiles, of: size))
        }
    }
}
