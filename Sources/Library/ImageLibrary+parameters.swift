// What an image's grid and version depend on beside its file.

internal import Geometry
internal import Imaging

extension ImageLibrary {
    /// What a record depends on beside its file.
    public struct Parameters: Sendable {
        /// The operator's settings for tiles.
        public var tiles: TilePolicy
        /// Pixels of an image at most.
        public var maxSourcePixels: Int
        /// True when a damaged image is shown as far as it can be read, instead of being an error.
        public var isLenient: Bool
        /// Everything else that tiles depend on, such as library versions. A change makes new versions of all images.
        public var fingerprint: String

        public init(tiles: TilePolicy, maxSourcePixels: Int, isLenient: Bool = false, fingerprint: String) {
            self.tiles = tiles
            self.maxSourcePixels = maxSourcePixels
            self.isLenient = isLenient
            self.fingerprint = fingerprint
        }

        /// The version of a page.
        /// - Parameter page: from 0.
        func version(location: String, page: Int, _ source: SourceIdentity, _ grid: PyramidGrid) -> ImageVersion {
            ImageVersion(
                [location, String(page)] + source.versionParts + tiles.versionParts(grid) + [isLenient ? "lenient" : "strict", fingerprint])
        }
    }
}
