// LevelImage: the pixels of one level of an image, ready to be cut, scaled and encoded.
public import Geometry

/// An upright image in sRGB or grey of 8 bits, of which any region can be rendered, as often as wanted.
///
/// May be used from several threads at once; each call renders on the calling thread and those of libvips, and returns when it is done.
public final class LevelImage: Sendable {
    /// Width and height in this level's own pixels.
    public let size: PixelSize

    private enum Pixels: Sendable {
        /// All there already, or used for one picture only: every call reads the same image.
        case shared(ImageHandle)
        case decoded(by: DecoderPool)
    }

    private let pixels: Pixels

    init(_ image: ImageHandle) {
        size = PixelSize(width: image.width, height: image.height)
        pixels = .shared(image)
    }

    init(decodedBy pool: DecoderPool, size: PixelSize) {
        self.size = size
        pixels = .decoded(by: pool)
    }

    /// Gives an image of this level to `body`, which reads no more than `region` of it.
    func withPixels<Result>(
        of region: PixelRect, _ body: (ImageHandle) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        switch pixels {
        case .shared(let image): try body(image)
        case .decoded(let pool): try pool.withDecoder(of: region, body)
        }
    }
}
