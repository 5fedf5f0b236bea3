// What an image's grid and version depend on beside its file.

internal import Geometry
internal import Imaging

extension ImageLibrary {
    /// What a record depends on beside its file.
    public struct Parameters: Sendable {
        /// Pixels of a tile's side, unless the file's own tiles decide it.
        public var tileSize: Int
        /// Pixels of an image at most.
        public var maxSourcePixels: Int
        /// True when a damaged image is shown as far as it can be read, instead of being an error.
        public var isLenient: Bool
        /// Everything else that tiles depend on (quality, background, library versions). A change makes new versions of all images.
        public var fingerprint: String

        public init(tileSize: Int, maxSourcePixels: Int, isLenient: Bool = false, fingerprint: String) {
            self.tileSize = tileSize
            self.maxSourcePixels = maxSourcePixels
            self.isLenient = isLenient
            self.fingerprint = fingerprint
        }
    }
}

extension ImageLibrary.Parameters {
    /// The grid of an image. The file's own tiles decide it when they are squares of whole blocks of 16 pixels, as TIFF demands, since
    /// strips are built of whole blocks, and neither very small nor very large.
    func grid(size: PixelSize, sourceTileSize tile: PixelSize?) -> PyramidGrid {
        guard let tile, tile.width == tile.height, (128...1_024).contains(tile.width), tile.width % 16 == 0 else {
            return PyramidGrid(size: size, tileSize: tileSize)
        }
        return PyramidGrid(size: size, tileSize: tile.width)
    }

    /// The version of a page with a grid.
    /// - Parameter page: from 0.
    func version(location: String, page: Int, _ source: SourceIdentity, _ grid: PyramidGrid) -> ImageVersion {
        ImageVersion(
            [location, String(page)] + source.versionParts + [String(grid.tileSize), isLenient ? "lenient" : "strict", fingerprint])
    }
}
