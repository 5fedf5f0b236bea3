// A source of pixels: part of a picture, exactly as it stands in its file.
internal import Geometry
private import CVips

extension ImageSource {
    /// Renders a plan from the picture itself, upright, in sRGB or grey. Colours of 16 bits stay so if the plan keeps depth.
    ///
    /// Unless the file is tiled, everything above the plan's pixels is decoded, too; if EXIF turns the picture, all of it is. Runs on the
    /// calling thread and threads of libvips.
    /// - Parameter isCancelled: asked now and then, on any of these threads.
    /// - Throws: `damaged` if pixels are missing, `changedWhileReading`, `io`, `cancelled`, and `unsupported` if a region lies outside the
    ///   picture or if the format cannot hold the result.
    public func part(
        _ description: ImageDescription, _ plan: RenderPlan, by pipeline: RenderPipeline = .standard,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        try plan.check(ofLevel: description.size)
        guard let region = plan.region(ofLevel: description.size) else {
            return try pipeline.run(.black(description.size, bands: 1), plan, isCancelled: isCancelled)
        }
        let pixels = try exactPixels(of: region, description, keepsDepth: plan.keepsDepth, isCancelled)
        return try pipeline.run(
            pixels.embedded(
                atX: region.x, y: region.y, within: description.size, background: [Double](repeating: 0, count: pixels.bands)),
            plan, isCancelled: isCancelled)
    }

    /// A region of the picture, in memory.
    private func exactPixels(
        of region: PixelRect, _ description: ImageDescription, keepsDepth: Bool, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(ImagingError) -> ImageHandle {
        try watching(description) { () throws(ImagingError) in
            let tiles = try sourceTiles(description, nil)
            if let tiles, !description.isLenient {
                try tiles.check(meeting: region.stored(description.orientation, in: tiles.size))
            }
            return try StopQuestion.asking(isCancelled) { (question) throws(ImagingError) in
                let picture = try open(description, tiles).stoppable(by: question)
                return try picture.inStandardColour(keepsDepth: keepsDepth).cropped(to: region).inMemory()
            }
        }
    }
}
