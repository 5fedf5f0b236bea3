// The pages of a file, as far as they are known without opening each: to open the last of a thousand, libraries walk through all of them.
public import Geometry

extension ImageDescription {
    /// What grids depend on of one page.
    public struct Page: Hashable, Sendable {
        /// As `ImageDescription.size`.
        public let size: PixelSize
        /// As `ImageDescription.sourceTileSize`.
        public let sourceTileSize: PixelSize?
    }

    /// The first pages of the file that this describes a page of, where one look at it tells, with nil for one that cannot be shown; nil where
    /// each has to be described by itself.
    /// - Parameter limit: pages at most.
    public func outlines(in file: SourceFile, limit: Int) throws(ImagingError) -> [Page?]? {
        switch loader {
        case .tiff:
            guard var tiff = try TIFFFile(file) else { return nil }
            return try TIFFPyramid.pictures(of: &tiff).prefix(limit).map { picture in
                let full = picture.levels[0]
                return Page(size: full.size.turned(full.orientation), sourceTileSize: full.tileSize?.turned(full.orientation))
            }
        case .pdf:
            let sizes = try PDFPages.sizes(in: file, resolution: loader.resolution, limit: min(limit, pages))
            return sizes?.map { size in size.map { Page(size: $0, sourceTileSize: nil) } }
        // Frames of an animation all have its size.
        case .gif, .webp: return Array(repeating: Page(size: size, sourceTileSize: sourceTileSize), count: min(limit, pages))
        default: return nil
        }
    }
}
