// The pages of a file, without opening each of them: to open the last page of a thousand, libraries walk through all of them.
public import Geometry

extension ImageDescription {
    /// The properties of one page that its grid depends on.
    public struct Page: Hashable, Sendable {
        /// See `ImageDescription.size`.
        public let size: PixelSize
        /// See `ImageDescription.sourceTileSize`.
        public let sourceTileSize: PixelSize?
    }

    /// Reads the sizes of the first pages of the described file at once, with nil for a page that cannot be shown. Worker threads.
    /// - Parameter limit: pages at most.
    /// - Returns: nil when each page has to be described by itself.
    /// - Throws: `damaged`, `changedWhileReading` or `io`.
    public func outlines(in file: ImageSource, limit: Int) throws(ImagingError) -> [Page?]? {
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
        // All frames of an animation have the same size.
        case .gif, .webp: return Array(repeating: Page(size: size, sourceTileSize: sourceTileSize), count: min(limit, pages))
        default: return nil
        }
    }
}
