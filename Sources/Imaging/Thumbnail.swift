// Thumbnail: a small picture of a file, by the cheapest way that its format has.
// Not by libvips' own operation for that: in 8.14 it reads a source as if damage were no error.
internal import Geometry
internal import Glibc
private import CVips

extension SourceFile {
    /// A JPEG of the picture that fits into a square of `side` pixels, upright, in sRGB, on white; never larger than the picture itself.
    /// Where the file holds a smaller level, or its decoder can leave out detail, the rest is not decoded. Throws `damaged` where pixels
    /// are missing.
    public func thumbnail(_ description: ImageDescription, side: Int, quality: Int) throws(ImagingError) -> [UInt8] {
        try reading(description) { () throws(ImagingError) in
            try encodedThumbnail(description, side: max(1, side), quality: quality)
        }
    }

    private func encodedThumbnail(_ description: ImageDescription, side: Int, quality: Int) throws(ImagingError) -> [UInt8] {
        let factor = max(1, Double(description.size.longerSide) / Double(side))
        let image = try openReduced(description, by: factor, side: side)
        // Colours are changed and rows turned when there are few of them.
        let fitting = PixelSize(width: image.width, height: image.height).fitting(side: side)
        let small = try image.unpacked().scaled(to: fitting).inMemory()
        let result = try small.turnedUpright(description.orientation).inStandardColour().flattened(on: .white)
        return try result.encoded(Encoding(.jpg, quality: quality))
    }

    /// The picture not yet upright, at its size or smaller by up to `factor`, with at least `side` pixels on its longer side where it has
    /// that many.
    private func openReduced(_ description: ImageDescription, by factor: Double, side: Int) throws(ImagingError) -> ImageHandle {
        let loader = description.loader
        if let level = description.storedLevels.last(where: { $0.size.longerSide >= side }) {
            return try loader.open(makeSource(), page: level.page, subIFD: level.subIFD, sequential: false)
        }
        if loader == .jp2k {
            // What libvips calls the pages of a JPEG 2000 are its sizes, each half of the one before.
            let sizes = try loader.open(makeSource(), sequential: true)
            let halvings = min(Int(unsafe vips_image_get_n_pages(sizes.pointer)) - 1, Int(log2(factor)))
            return try loader.open(makeSource(), page: max(0, halvings), sequential: true)
        }
        return try loader.open(makeSource(), page: description.loaderPage, sequential: true, reduction: factor)
    }
}
