// The pages of a file, as far as they are known without opening each: to open the last of a thousand, libraries walk through all of them.
public import Geometry

extension ImageDescription {
    /// What grids depend on of one page.
    public struct Page: Hashable, Sendable {
        /// As `ImageDescription.size`.
        public let size: PixelSize
        /// As `ImageDescription.storedTileSize`.
        public let storedTileSize: PixelSize?
    }

    /// All pages of the file that this describes a page of, where one look at it tells; nil where each has to be described by itself.
    public func outlines(in file: SourceFile) throws(ImagingError) -> [Page]? {
        switch loader {
        case .tiff:
            guard var tiff = try TIFFFile(file) else { return nil }
            return try TIFFPyramid.pictures(of: &tiff).map { picture in
                let full = picture.levels[0]
                return Page(size: full.size.turned(full.orientation), storedTileSize: full.tileSize?.turned(full.orientation))
            }
        // Frames of an animation all have its size.
        case .gif, .webp: return Array(repeating: Page(size: size, storedTileSize: storedTileSize), count: pages)
        default: return nil
        }
    }
}
