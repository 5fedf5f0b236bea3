// Describing a file: the header is read, and nothing more, so that a gallery of hundreds is listed at once.
internal import Geometry
private import CVips

extension ImageDescription {
    /// Reads the header of a page (from 0). Throws `notAnImage`, `damaged`, `notFound` where there is no such page, `tooLarge` where the
    /// page has more than `maximumPixels`, `changedWhileReading` or `io`.
    public static func describe(_ file: SourceFile, page: Int = 0, maximumPixels: Int = .max) throws(ImagingError) -> ImageDescription {
        do throws(ImagingError) {
            let source = try file.makeSource()
            let description: ImageDescription
            // A TIFF that was cut short has lost its directories, and the loader does not know it any more.
            if let reader = try TIFFReader(file) {
                description = try describe(reader, source, page: page)
            } else {
                let loader = try Loader(recognising: source)
                guard file.identity.size <= loader.maximumFileSize else {
                    throw .unsupported(reason: "\(loader.formatName) files may have at most \(loader.maximumFileSize) bytes")
                }
                description = try describe(loader, source, page: page, loaderPage: page, picture: nil)
            }
            guard file.isUnchanged else { throw .changedWhileReading }
            let pixels = description.size.area
            guard pixels <= maximumPixels else { throw .tooLarge(pixels: pixels, limit: maximumPixels) }
            return description
        } catch {
            throw file.blame(error)
        }
    }

    private static func describe(_ reader: TIFFReader, _ source: Source, page: Int) throws(ImagingError) -> ImageDescription {
        let pictures = try TIFFPyramid.pictures(of: reader)
        guard !pictures.isEmpty else { throw .damaged(reason: "no directory can be read") }
        guard pictures.indices.contains(page) else { throw .notFound }
        return try describe(
            .tiff, source, page: page, loaderPage: pictures[page].levels[0].page, picture: (pictures[page], pictures.count))
    }

    private static func describe(
        _ loader: Loader, _ source: Source, page: Int, loaderPage: Int, picture: (pyramid: TIFFPyramid, count: Int)?
    ) throws(ImagingError) -> ImageDescription {
        guard page >= 0 else { throw .notFound }
        // Page 0 exists in every file, and tells how many there are; asking for one that is missing would look like damage.
        var image = try loader.open(source, page: loader == .tiff ? loaderPage : 0, sequential: true)
        let pages = picture?.count ?? (loader.hasPages ? max(1, unsafe Int(vips_image_get_n_pages(image.pointer))) : 1)
        guard page < pages else { throw .notFound }
        if loader != .tiff && page > 0 { image = try loader.open(source, page: page, sequential: true) }
        let orientation = Int(unsafe vips_image_get_orientation(image.pointer))
        let full = picture?.pyramid.levels[0]
        let tileSize = full?.tileSize
        let levels = tileSize == nil || image.hasOpenRange ? [] : picture?.pyramid.levels ?? []
        return ImageDescription(
            size: PixelSize(width: image.width, height: image.height).turned(orientation), format: loader.formatName,
            pages: pages, page: page,
            hasAlpha: image.hasAlpha, bands: image.bands,
            bitsPerBand: Int(vips_format_sizeof(image.format)) * 8,
            interpretation: unsafe String(cString: vips_enum_nick(vips_interpretation_get_type(), Int32(image.interpretation.rawValue))),
            hasProfile: image.hasProfile, isInStandardColour: image.isInStandardColour, orientation: orientation,
            storedLevels: levels.map { level in
                StoredLevel(
                    size: level.size.turned(orientation), page: level.page, subIFD: level.subIFD ?? -1,
                    jpegDirectory: level.isJPEG ? level.offset : nil)
            },
            storedTileSize: tileSize?.turned(orientation), loader: loader, loaderPage: loaderPage,
            jpegDirectory: full.flatMap { $0.isJPEG ? $0.offset : nil }, hasOpenRange: image.hasOpenRange,
            decodeBytesPerPixel: loader.bytesPerPixel(of: image))
    }
}
