// RenderStep: one step of rendering.

/// One operation between the pixels of a source and the encoder. Steps have no state: what they do follows from the plan.
/// Any thread may use a step, several at once.
protocol RenderStep: Sendable {
    /// Whether the step does anything for this plan. If not, it is neither run nor asked for permissions.
    func applies(to plan: RenderPlan) -> Bool

    /// The image after the step. Operations of libvips are lazy: pixels are computed here only if the step needs them in memory.
    /// Throws `unreadable` if an operation fails, and `damaged` if it computes pixels that cannot be read.
    func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle

    /// Whether the shortcut gives a right answer though the step is left out. Asked only of steps that apply to the plan.
    func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool
}

extension RenderStep {
    /// A step that applies forbids all shortcuts unless it says otherwise.
    func permits(_ shortcut: Shortcut, for plan: RenderPlan) -> Bool { false }
}
