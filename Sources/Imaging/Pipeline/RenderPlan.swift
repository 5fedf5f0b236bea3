// RenderPlan: the description of one rendered image.
public import Geometry

/// Everything that decides what is rendered from a picture: which pixels, where they lie, and how the result is written.
/// Equal plans render equal bytes from equal pixels.
public struct RenderPlan: Hashable, Sendable {
    /// Which pixels of a level are shown, and where in the result they lie.
    public enum Frame: Hashable, Sendable {
        /// A region, in the level's pixels, scaled to `size`. Each side is scaled by itself.
        ///
        /// The region lies within the level, but may reach one pixel beyond its right and bottom edge. There the last column and row are
        /// repeated, because two ways of halving a picture can differ by one pixel.
        case region(PixelRect, size: PixelSize)
        /// The whole level, drawn at `place` on a canvas of the given size. Both are in device pixels; `place` may reach far beyond the
        /// canvas, and its width and height are positive.
        ///
        /// `covered` is how many pixels of the level the whole image covers, if that is no whole number: in a level that was halved and
        /// rounded up, the last pixel stands for a smaller part of the image than the others. Nil means the level's size.
        case canvas(PixelSize, place: Rect, covered: Size?)

        /// Size of the result before it is turned, in pixels.
        public var size: PixelSize {
            switch self {
            case .region(_, let size): size
            case .canvas(let size, _, _): size
            }
        }
    }

    /// How colours are reduced. The names are those of IIIF.
    public enum Quality: Hashable, Sendable {
        /// Colours stay as they are.
        case `default`
        /// One channel, and alpha if the image has it and the format keeps it.
        case gray
        /// Black and white, in one channel.
        case bitonal
    }

    public var frame: Frame
    /// Applied after the frame has its size.
    public var turn: Turn
    public var quality: Quality
    public var encoding: Encoding
    /// The colour behind transparent pixels, around a turned image and around an image on a canvas. The colour's own alpha is used for
    /// canvases only, and only if the format keeps alpha.
    public var background: Colour

    public init(_ frame: Frame, turn: Turn = .none, quality: Quality = .default, encoding: Encoding, background: Colour = .white) {
        self.frame = frame
        self.turn = turn
        self.quality = quality
        self.encoding = encoding
        self.background = background
    }

    /// A region, in the level's pixels. Without `size` the region keeps its own size.
    public init(
        region: PixelRect, size: PixelSize? = nil, turn: Turn = .none, quality: Quality = .default, encoding: Encoding,
        background: Colour = .white
    ) {
        self.init(
            .region(region, size: size ?? region.size), turn: turn, quality: quality, encoding: encoding, background: background)
    }

    /// The whole level at `place` on a canvas, both in device pixels.
    public init(canvas: PixelSize, place: Rect, covered: Size? = nil, encoding: Encoding, background: Colour = .white) {
        self.init(.canvas(canvas, place: place, covered: covered), encoding: encoding, background: background)
    }
}
