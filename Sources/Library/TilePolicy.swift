// TilePolicy: decides what the tiles of an image are, from the operator's settings and the image's file.

public import Geometry
internal import Imaging

/// The operator's settings for tiles.
public struct TilePolicy: Hashable, Sendable {
    /// Formats that a pyramid's tiles can have. Tiles of images with alpha are PNG where the format keeps none.
    public static let formats: [ImageFormat] = [.jpg, .webp]

    /// Pixels of a tile's side, unless the file's own tiles decide it.
    public var tileSize: Int
    /// The format of pyramids' tiles: one of `formats`.
    public var format: ImageFormat
    /// The quality of formats that lose something, 1 to 100.
    public var quality: Int
    /// The colour behind transparent pixels in formats without alpha.
    public var background: Colour

    public init(tileSize: Int, format: ImageFormat = .jpg, quality: Int = 80, background: Colour = .white) {
        self.tileSize = tileSize
        self.format = format
        self.quality = quality
        self.background = background
    }

    /// The profile of an image.
    func profile(of description: ImageDescription) -> TileProfile {
        let hasAlpha = description.hasAlpha
        return TileProfile(
            grid: grid(size: description.size, sourceTileSize: description.sourceTileSize), hasAlpha: hasAlpha,
            format: hasAlpha && !format.keepsAlpha ? .png : format, quality: quality, background: background)
    }

    /// The grid of an image.
    /// - Parameters:
    ///   - size: of the image, upright, in pixels.
    ///   - sourceTileSize: of the file's own tiles; nil when it has none.
    func grid(size: PixelSize, sourceTileSize: PixelSize?) -> PyramidGrid {
        PyramidGrid(size: size, tileSize: usableTileSize(sourceTileSize) ?? tileSize)
    }

    /// What the version of an image depends on besides its file, in a fixed order. A page's version is known before its header is read, so
    /// these are the settings, and not what follows from them and the file.
    func versionParts(_ grid: PyramidGrid) -> [String] {
        [
            String(grid.tileSize), "\(format)", "quality \(quality)", "background \(background.red),\(background.green),\(background.blue)",
        ]
    }

    /// The side of the file's own tiles, when they are squares of whole blocks of 16 pixels, as TIFF demands, since strips are built of
    /// whole blocks, and neither very small nor very large.
    private func usableTileSize(_ tile: PixelSize?) -> Int? {
        guard let tile, tile.width == tile.height, (128...1_024).contains(tile.width), tile.width % 16 == 0 else { return nil }
        return tile.width
    }
}
