// LevelImage: the pixels of one level of an image, ready to be rendered.
public import Geometry

/// One level of an image, upright and in sRGB or grey of 8 bits. Any plan can be rendered from it, as often as wanted.
///
/// May be used from several threads at once. Each call renders on the calling thread and on threads of libvips, and returns when it is
/// done.
public final class LevelImage: Sendable {
    /// Width and height in this level's own pixels.
    public let size: PixelSize

    /// Where the pixels come from.
    private enum Pixels: Sendable {
        /// In memory: every call reads the same image.
        case shared(ImageHandle)
        /// From a file that is read region by region.
        case decoded(by: DecoderPool)
        /// From encoded tiles, which are put together for each call.
        case encoded([(place: PixelRect, bytes: [UInt8])])
    }

    private let pixels: Pixels
    /// The JPEG tiles that meet a region, if the level is made of JPEG tiles. Each can be decoded as planes by itself.
    let planarTiles: @Sendable (PixelRect) -> [PlanarTile]

    init(_ image: ImageHandle) {
        size = PixelSize(width: image.width, height: image.height)
        pixels = .shared(image)
        planarTiles = { _ in [] }
    }

    /// - Parameter planarTiles: the JPEG tiles that hold the same pixels.
    init(
        decodedBy pool: DecoderPool, size: PixelSize, planarTiles: @escaping @Sendable (PixelRect) -> [PlanarTile] = { _ in [] }
    ) {
        self.size = size
        self.planarTiles = planarTiles
        pixels = .decoded(by: pool)
    }

    /// A level of that size, made of encoded tiles in their places. The tiles are decoded when a plan is rendered. Only tiles that the
    /// plans read need be given; the rest is black. Rendering throws `damaged` if a tile has another size than its place.
    public init(size: PixelSize, tiles: [(place: PixelRect, bytes: [UInt8])]) {
        self.size = size
        planarTiles = { region in tiles.filter { $0.place.intersection(region) != nil }.map(PlanarTile.init) }
        pixels = .encoded(tiles)
    }

    /// Calls `body` with an image of this level's size; `body` reads no pixel outside `region`.
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
