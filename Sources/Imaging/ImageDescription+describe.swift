// Describes a file by its header alone, so that a gallery of hundreds of images is listed at once.
internal import Geometry
private import CVips

extension ImageDescription {
    /// Reads the header of a page. Worker threads.
    /// - Parameters:
    ///   - page: from 0.
    ///   - maximumPixels: pixels of the page at most.
    ///   - isLenient: true when damaged pixels of the described picture are shown as far as they can be read, and are no error.
    /// - Throws: `notAnImage`, `damaged`, `unreadable`, `notFound` when there is no such page, `tooLarge`, `changedWhileReading` or `io`.
    public static func describe(
        _ file: ImageSource, page: Int = 0, maximumPixels: Int = .max, isLenient: Bool = false
    ) throws(ImagingError) -> ImageDescription {
        do throws(ImagingError) {
            let description = try describe(file, page: page, isLenient: isLenient)
            try file.checkReads()
            let pixels = description.size.area
            guard pixels <= maximumPixels else { throw .tooLarge(pixels: pixels, limit: maximumPixels) }
            return description
        } catch {
            throw file.blame(error)
        }
    }

    private static func describe(_ file: ImageSource, page: Int, isLenient: Bool) throws(ImagingError) -> ImageDescription {
        if try file.isSlide() { return try describe(.ndpi, file, page: page, loaderPage: 0, picture: nil, isLenient: isLenient) }
        // A TIFF that was cut short may have lost its directories; then the loader does not recognise it.
        if var tiff = try TIFFFile(file) {
            let pictures = try TIFFPyramid.pictures(of: &tiff)
            guard !pictures.isEmpty else { throw .damaged(reason: "no directory can be read") }
            guard pictures.indices.contains(page) else { throw .notFound }
            return try describe(
                .tiff, file, page: page, loaderPage: pictures[page].levels[0].page, picture: (pictures[page], pictures.count),
                isLenient: isLenient)
        }
        let loader = try Loader(recognising: SourceHandle(file))
        guard file.identity.size <= loader.maximumFileSize else {
            throw .unreadable(reason: "\(loader.formatName) files may have at most \(loader.maximumFileSize) bytes")
        }
        return try describe(loader, file, page: page, loaderPage: page, picture: nil, isLenient: isLenient)
    }

    private static func describe(
        _ loader: Loader, _ file: ImageSource, page: Int, loaderPage: Int, picture: (pyramid: TIFFPyramid, count: Int)?, isLenient: Bool
    ) throws(ImagingError) -> ImageDescription {
        guard page >= 0 else { throw .notFound }
        let image: ImageHandle
        do throws(ImagingError) {
            image = try loader.open(file, page: loader.hasPages ? loaderPage : 0, sequential: true, isLenient: isLenient)
        } catch {
            // A page that does not exist looks like damage. Every file has page 0, which tells the number of pages.
            guard page > 0, picture == nil else { throw error }
            let first = try loader.open(file, sequential: true, isLenient: isLenient)
            guard page < loader.pages(of: first) else { throw .notFound }
            throw error
        }
        let pages = picture?.count ?? loader.pages(of: image)
        guard page < pages else { throw .notFound }
        let orientation = Int(unsafe vips_image_get_orientation(image.pointer))
        let full = picture?.pyramid.levels[0]
        return ImageDescription(
            size: PixelSize(width: image.width, height: image.height).turned(orientation), format: loader.formatName,
            pages: pages, page: page,
            hasAlpha: image.hasAlpha, bands: image.bands,
            bitsPerBand: Int(vips_format_sizeof(image.format)) * 8,
            interpretation: unsafe String(cString: vips_enum_nick(vips_interpretation_get_type(), Int32(image.interpretation.rawValue))),
            hasProfile: image.hasProfile, isInStandardColour: image.isInStandardColour, orientation: orientation,
            sourceLevels: loader == .ndpi ? image.slideLevels : sourceLevels(of: picture?.pyramid, in: image, orientation),
            sourceTileSize: full?.tileSize?.turned(orientation), isLenient: isLenient, loader: loader, loaderPage: loaderPage,
            directory: full, hasOpenRange: image.hasOpenRange, decodeBytesPerPixel: loader.bytesPerPixel(of: image),
            encodedBytes: full?.encodedBytes(in: file) ?? 0)
    }

    /// The tiled levels of a TIFF's picture, whose full size is `image`.
    private static func sourceLevels(of pyramid: TIFFPyramid?, in image: ImageHandle, _ orientation: Int) -> [SourceLevel] {
        guard let full = pyramid?.levels[0], full.isTiled, !image.hasOpenRange else { return [] }
        return (pyramid?.levels ?? []).map { level in
            SourceLevel(
                level, orientation: orientation, isInStandardColour: image.isInStandardColour, hasProfile: full.hasProfile)
        }
    }
}
