// Thumbnail: a small picture of a file, by the cheapest way that its format has.
public import Geometry
internal import Glibc
private import CVips

extension ImageSource {
    /// A JPEG of the picture that fits into a square of `side` pixels, upright, in sRGB, on a background. Never larger than the picture.
    ///
    /// The pixels come from the thumbnail in the file if the picture is very large (then the result may be smaller than `side`), else from
    /// a smaller level in the file, else from the picture, decoded with less detail if its decoder can. Runs on the calling thread and
    /// threads of libvips.
    /// - Parameters:
    ///   - quality: of JPEG, 1 to 100.
    ///   - isCancelled: asked now and then, on any of these threads.
    /// - Throws: `damaged` if pixels are missing, `changedWhileReading`, `io`, `cancelled`.
    public func thumbnail(
        _ description: ImageDescription, side: Int, quality: Int, background: Colour = .white, by pipeline: RenderPipeline = .standard,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        let side = max(1, side)
        let embedded = try embeddedThumbnail(description, side: side)
        let pixels = if let embedded { embedded } else { try reducedPicture(description, side: side, isCancelled) }
        let plan = RenderPlan(
            region: PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height), encoding: Encoding(.jpg, quality: quality),
            background: background)
        return try pipeline.run(pixels, plan, isCancelled: isCancelled)
    }

    /// The picture in memory, upright and in standard colour, at a size that fits into a square of `side` pixels.
    ///
    /// libvips' own operation for thumbnails is not used: in 8.14 it reads a source as if damage were no error.
    private func reducedPicture(
        _ description: ImageDescription, side: Int, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(ImagingError) -> ImageHandle {
        let level = description.sourceLevel(covering: description.size.fitting(side: side)).map { description.sourceLevels[$0] }
        return try reading(description, level: level) { (tiles) throws(ImagingError) in
            // At least one row must remain: libvips ends the process if a picture is reduced to none.
            let reduction = min(Double(description.size.longerSide) / Double(side), Double(description.size.shorterSide))
            let image = try openReduced(description, level, tiles, by: max(1, reduction))
            let fitting = PixelSize(width: image.width, height: image.height).fitting(side: side)
            let small = try StopQuestion.asking(isCancelled) { (question) throws(ImagingError) in
                try image.stoppable(by: question).unpacked().scaled(to: fitting).inMemory()
            }
            // Colours are converted and rows turned when there are few of them.
            return try small.turnedUpright(description.orientation).inStandardColour()
        }
    }

    /// The picture or its level, not yet upright. If the loader can leave out detail, the picture is smaller by up to `factor`.
    private func openReduced(
        _ description: ImageDescription, _ level: SourceLevel?, _ tiles: SourceTiles?, by factor: Double
    ) throws(ImagingError) -> ImageHandle {
        if let tiles { return try open(tiles, of: description, sequential: level == nil) }
        let loader = description.loader
        if loader == .jp2k {
            // libvips calls the sizes of a JPEG 2000 its pages; each is half of the one before.
            let sizes = try loader.open(self, sequential: true, isLenient: description.isLenient)
            let halvings = min(Int(unsafe vips_image_get_n_pages(sizes.pointer)) - 1, Int(log2(factor)))
            return try loader.open(self, page: max(0, halvings), sequential: true, isLenient: description.isLenient)
        }
        return try loader.open(
            self, page: level?.page ?? description.loaderPage, sequential: true, reduction: factor, isLenient: description.isLenient)
    }
}
