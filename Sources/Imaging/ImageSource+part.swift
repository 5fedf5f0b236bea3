// Part of a picture, exactly as it stands in its file.
internal import Geometry
private import CVips

extension ImageSource {
    /// A part of the picture at its own size, upright, in sRGB or grey: of 16 bits where the picture has as many and the part is neither
    /// turned nor reduced in its colours. What lies above it in the file is decoded, too, unless the file is tiled, and all of a picture
    /// that EXIF turns. Throws `damaged` where
    /// pixels are missing, `cancelled` where `isCancelled`, which is asked now and then on this thread and those of libvips, says that
    /// nobody wants it any more.
    public func part(
        _ description: ImageDescription, _ render: RegionRender, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, nil)
            if let tiles, !description.isLenient {
                try tiles.check(meeting: render.region.stored(description.orientation, in: tiles.size))
            }
            let question = StopQuestion(isCancelled)
            let pixels: ImageHandle
            do throws(ImagingError) {
                let picture = try open(description, tiles).stoppable(by: question)
                let keepsDepth = render.turn.isNone && render.quality == .default && render.encoding.format.isLossless
                pixels = try picture.inStandardColour(keepsDepth: keepsDepth).cropped(to: render.region).inMemory()
            } catch {
                throw question.hasStopped ? .cancelled : error
            }
            withExtendedLifetime(question) {}
            var render = render
            render.region = PixelRect(render.region.size)
            return try LevelImage(pixels).render(render)
        }
    }
}
