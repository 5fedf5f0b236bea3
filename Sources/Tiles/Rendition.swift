// What can be made of an image besides the tiles of its grid.

public import Geometry
public import Imaging

/// An image derived from a source: part of it, at some size, in some format. Equal renditions of one version have equal bytes.
public enum Rendition: Hashable, Sendable {
    /// `region`, in pixels of the full image, at `size`, and then mirrored and turned.
    case region(PixelRect, size: PixelSize, turn: Turn = .none, quality: RenderPlan.Quality, format: ImageFormat)
    /// A canvas in device pixels with the whole image at `place` on it, in device pixels; most of it may be outside.
    case viewport(canvas: PixelSize, place: Rect, format: ImageFormat, background: Colour)
    /// A JPEG that fits into a square of `side` pixels; it never causes a pyramid to be built, but can be cut from one that is open.
    case thumbnail(side: Int, ofPyramid: Bool = false)

    /// The format of its bytes.
    public var format: ImageFormat {
        switch self {
        case .region(_, _, _, _, let format), .viewport(_, _, let format, _): format
        case .thumbnail: .jpg
        }
    }

    /// A name that no other rendition has: part of cache keys and entity tags.
    public var name: String {
        switch self {
        case .region(let region, let size, let turn, let quality, let format):
            "region \(region.x),\(region.y),\(region.width),\(region.height) \(size.width),\(size.height) "
                + "\(turn.isMirrored ? "!" : "")\(turn.millionths) \(quality) \(format)"
        case .viewport(let canvas, let place, let format, let colour):
            "viewport \(canvas.width),\(canvas.height) \(place.x),\(place.y),\(place.width),\(place.height) \(format) "
                + "\(colour.red),\(colour.green),\(colour.blue),\(colour.alpha)"
        case .thumbnail(let side, let ofPyramid): "thumbnail \(side)\(ofPyramid ? " of its pyramid" : "")"
        }
    }
}
