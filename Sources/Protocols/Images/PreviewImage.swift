// PreviewImage: the whole image as one picture, which a page asks for before there is a script to ask for tiles.

public import Geometry

/// A picture of a whole image in several sizes, of which a browser loads the one that fits its window.
public struct PreviewImage: Sendable {
    /// The element for a page (HTML, 4.8.3). Nobody sees it: the script draws what it has loaded.
    public let html: String

    /// From one size to the next: eight lie between a size and half of it. They are few enough for caches to have them, and near enough to
    /// one another that none is much too large.
    private static let step = 0.917004043204671
    /// More pixels are left to tiles, which are decoded side by side.
    private static let mostPixels = 8 << 20

    /// Nil where one tile shows the whole image.
    /// - Parameters:
    ///   - links: as the page names what it loads.
    ///   - limits: of the pictures that the server makes.
    public init?(_ grid: PyramidGrid, _ links: ImageLinks, _ limits: IIIFLimits) {
        let size = grid.size
        var sizes: [PixelSize] = []
        var side = Double(size.longerSide)
        while Int(side.rounded()) > grid.tileSize {
            let picture = size.fitting(side: Int(side.rounded()))
            side *= Self.step
            guard picture.area <= Self.mostPixels, limits.allow(picture) else { continue }
            // Browsers choose by width.
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
