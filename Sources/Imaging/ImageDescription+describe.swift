// Describing a file: the header is read, and nothing more, so that a gallery of hundreds is listed at once.
internal import Geometry
private import CVips

extension ImageDescription {
    /// Reads the header of a page (from 0). Throws `notAnImage`, `damaged`, `notFound` where there is no such page, `tooLarge` where the
    /// page has more than `maximumPixels`, `changedWhileReading` or `io`. With `isLenient`, the pixels of the picture described are read as
    /// far as they can be.
    public static func describe(
        _ file: SourceFile, page: Int = 0, maximumPixels: Int = .max, isLenient: Bool = false
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

    private static func describe(_ file: SourceFile, page: Int, isLenient: Bool) throws(ImagingError) -> ImageDescription {
        if try file.isSlide() { return try describe(.ndpi, file, page: page, loaderPage: 0, picture: nil, isLenient: isLenient) }
        // A TIFF that was cut short has lost its directories, and the loader does not know it any more.
        if var tiff = try TIFFFile(file) {
            let pictures = try TIFFPyramid.pictures(of: &tiff)
            guard !pictures.isEmpty else { throw .damaged(reason: "no directory can be read") }
            guard pictures.indices.contains(page) else { throw .notFound }
            return try describe(
                .tiff, file, page: page, loaderPage: pictures[page].levels[0].page, picture: (pictures[page], pictures.count),
                isLenient: isLenient)
        }
        let loader = try Loader(recognising: file.makeSource())
        guard file.identity.size <= loader.maximumFileSize else {
            throw .unreadable(reason: "\(loader.formatName) files may have at most \(loader.maximumFileSize) bytes")
        }
        return try describe(loader, file, page: page, loaderPage: page, picture: nil, isLenient: isLenient)
    }

    private static func describe(
        _ loader: Loader, _ file: SourceFile, page: Int, loaderPage: Int, picture: (pyramid: TIFFPyramid, count: Int)?, isLenient: Bool
    ) throws(ImagingError) -> ImageDescription {
        guard page >= 0 else { throw .notFound }
        let image: ImageHandle
        do throws(ImagingError) {
            image = try loader.open(file, page: loader.hasPages ? loaderPage : 0, sequential: true, isLenient: isLenient)
        } catch {
            // Asking for a page that is missing looks like damage. Page 0 exists in every file, and tells how many there are.
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

    /// The tiled levels of a picture of a TIFF, whose full size is `image`.
    private static func sourceLevels(of pyramid: TIFFPyramid?, in image: ImageHandle, _ orientation: Int) -> [SourceLevel] {
        guard let full = pyramid?.levels[0], full.isTiled, !image.hasOpenRange else { return [] }
        return (pyramid?.levels ?? []).map { level in
            SourceLevel(
                level, orientation: orientation, isInStandardColour: image.isInStandardColour, hasProfile: full.hasProfile)
        }
    }
}
