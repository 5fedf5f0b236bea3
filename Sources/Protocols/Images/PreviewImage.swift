// PreviewImage: a picture of the whole image, which the viewer page loads before its scripts can request tiles.

public import Geometry

/// An `img` element with the whole image in several sizes. The browser loads the size that fits its window.
public struct PreviewImage: Sendable {
    /// The element (HTML, 4.8.3). It is hidden: the viewer's script draws the loaded picture.
    public let html: String

    /// The ratio of a size to the next larger one. There are eight steps to half the size: few enough for caches, and close enough that no
    /// picture is much too large.
    private static let step = 0.917004043204671
    /// Above this number of pixels, tiles are better, since browsers decode them in parallel.
    private static let mostPixels = 8 << 20

    /// Creates the element.
    /// - Parameters:
    ///   - links: with URLs that are valid in the page.
    ///   - limits: the largest pictures that the server delivers.
    /// - Returns: nil when one tile shows the whole image, or no size is allowed.
    public init?(_ grid: PyramidGrid, _ links: ImageLinks, _ limits: IIIFLimits) {
        let size = grid.size
        var sizes: [PixelSize] = []
        var side = Double(size.longerSide)
        while Int(side.rounded()) > grid.tileSize {
            let picture = size.fitting(side: Int(side.rounded()))
            side *= Self.step
            guard picture.area <= Self.mostPixels, limits.allow(picture) else { continue }
            // Browsers choose by width, so each width may occur only once.
            if sizes.last?.width == picture.width { sizes.removeLast() }
            sizes.append(picture)
        }
        guard !sizes.isEmpty else { return nil }
        let candidates = sizes.map { "\(links.picture($0, links.tileFormat)) \($0.width)w" }.joined(separator: ", ")
        html =
            "<img class=\"azulejo-carried\" hidden alt=\"\" crossorigin fetchpriority=\"high\""
            + " sizes=\"min(100vw, 100dvh * \(size.width) / \(size.height))\" srcset=\"\(candidates)\">"
    }
}
