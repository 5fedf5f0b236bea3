// Thumbnail: a small picture of a file, by the cheapest way that its format has.
// Not by libvips' own operation for that: in 8.14 it reads a source as if damage were no error.
public import Geometry
internal import Glibc
private import CVips

extension ImageSource {
    /// A JPEG of the picture that fits into a square of `side` pixels, upright, in sRGB, on a background; never larger than the picture itself.
    /// Where the file holds a smaller level, or its decoder can leave out detail, the rest is not decoded. Throws `damaged` where pixels
    /// are missing, `cancelled` where `isCancelled`, which is asked now and then on this thread and those of libvips, says that nobody wants
    /// it any more. Of very large pictures the thumbnail that stands in the file serves, though it may be smaller than `side`.
    public func thumbnail(
        _ description: ImageDescription, side: Int, quality: Int, background: Colour = .white,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        let side = max(1, side)
        let encoding = Encoding(.jpg, quality: quality)
        if let embedded = try embeddedThumbnail(description, side: side, encoding, background) { return embedded }
        let level = description.sourceLevel(covering: description.size.fitting(side: side)).map { description.sourceLevels[$0] }
        return try reading(description, level: level) { (tiles) throws(ImagingError) in
            // A picture of a few rows is not reduced to none: libvips ends the process where it would be.
            let reduction = min(Double(description.size.longerSide) / Double(side), Double(description.size.shorterSide))
            let image = try openReduced(description, level, tiles, by: max(1, reduction))
            // Colours are changed and rows turned when there are few of them.
            let fitting = PixelSize(width: image.width, height: image.height).fitting(side: side)
            let question = StopQuestion(isCancelled)
            let small: ImageHandle
            do throws(ImagingError) {
                small = try image.stoppable(by: question).unpacked().scaled(to: fitting).inMemory()
            } catch {
                throw question.hasStopped ? .cancelled : error
            }
            withExtendedLifetime(question) {}
            let result = try small.turnedUpright(description.orientation).inStandardColour().flattened(on: background)
            return try result.encoded(encoding)
        }
    }

    /// The picture not yet upright, at its size or smaller by up to `factor`, or its level.
    private func openReduced(
        _ description: ImageDescription, _ level: SourceLevel?, _ tiles: SourceTiles?, by factor: Double
    ) throws(ImagingError) -> ImageHandle {
        if let tiles { return try open(tiles, of: description, sequential: level == nil) }
        let loader = description.loader
        if loader == .jp2k {
            // What libvips calls the pages of a JPEG 2000 are its sizes, each half of the one before.
            let sizes = try loader.open(self, sequential: true, isLenient: description.isLenient)
            let halvings = min(Int(unsafe vips_image_get_n_pages(sizes.pointer)) - 1, Int(log2(factor)))
            return try loader.open(self, page: max(0, halvings), sequential: true, isLenient: description.isLenient)
        }
        return try loader.open(
            self, page: level?.page ?? description.loaderPage, sequential: true, reduction: factor, isLenient: description.isLenient)
    }
}
