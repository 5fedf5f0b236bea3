// Rendering from a level.

extension LevelImage {
    /// The encoded image that the plan describes. Runs on the calling thread, threads of libvips and those of `sharing`.
    /// - Parameters:
    ///   - pipeline: the steps that the image goes through.
    ///   - sharing: runs parts of the work in parallel.
    ///   - isCancelled: asked between steps, on the calling thread.
    /// - Throws: `damaged` if pixels cannot be read, `changedWhileReading`, `io`, `cancelled`, and `unsupported` if a region lies outside
    ///   the level or if the format cannot hold the result.
    public func render(
        _ plan: RenderPlan, by pipeline: RenderPipeline = .standard, sharing: WorkSharing = doAlone,
        isCancelled: @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        try plan.check(ofLevel: size)
        guard let region = plan.region(ofLevel: size) else {
            // The plan reads no pixel, whatever they are.
            return try pipeline.run(.black(size, bands: 1), plan, isCancelled: isCancelled)
        }
        if let bytes = try renderPlanes(plan, by: pipeline, of: region, sharing) { return bytes }
        return try withPixels(of: region) { (image) throws(ImagingError) in
            try pipeline.run(image, plan, isCancelled: isCancelled)
        }
    }
}
