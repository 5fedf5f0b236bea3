// RenderPipeline: the list of steps that every rendered image goes through.

/// The steps in their order, and the encoder behind them. All rendered images are made here: tiles, regions, viewports, thumbnails and
/// exact parts. Sources of pixels differ: a level of a file, a mosaic of tiles, the source at full depth, a thumbnail in the file.
public struct RenderPipeline: Sendable {
    let steps: [any RenderStep]

    /// The steps that all images go through.
    public static let standard = RenderPipeline([CropStep(), ScaleStep(), PlaceStep(), FlattenStep(), TurnStep(), QualityStep()])

    init(_ steps: [any RenderStep]) { self.steps = steps }

    /// Whether a shortcut gives the bytes that the plan asks for, as far as the steps decide it. Allocates nothing; any thread.
    ///
    /// The caller makes sure that the shortcut's pixels are those of the plan's region and that its bytes have the plan's format.
    public func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool {
        steps.allSatisfy { !$0.applies(to: plan) || $0.permits(shortcut, for: plan) }
    }

    /// Runs all steps that apply, and encodes the result. On the calling thread and threads of libvips.
    /// - Parameters:
    ///   - image: a level, upright and in standard colour; need hold only the pixels of `plan.region(ofLevel:)`.
    ///   - isCancelled: asked before each step and before encoding.
    /// - Throws: `cancelled`; `damaged` if pixels cannot be read; `unreadable`, `unsupported` or `notEncoded`.
    func run(
        _ image: ImageHandle, _ plan: RenderPlan, isCancelled: @Sendable () -> Bool = { false }
    ) throws(ImagingError) -> [UInt8] {
        var image = image
        for step in steps where step.applies(to: plan) {
            if isCancelled() { throw .cancelled }
            image = try step.apply(to: image, plan)
        }
        if isCancelled() { throw .cancelled }
        return try image.encoded(plan.encoding)
    }
}
