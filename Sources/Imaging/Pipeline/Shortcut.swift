// Shortcut: ways to an answer that do not run all steps.

/// A way to the bytes of an answer that leaves out steps of the pipeline. Each step says whether it can be left out
/// (`RenderStep.permits`); a caller asks `RenderPipeline.permits` before it takes a shortcut.
public enum Shortcut: Hashable, Sendable, CaseIterable {
    /// The bytes of a tile of the source file are sent without decoding them.
    case passthrough
    /// The bytes of a tile of the image's pyramid are sent without decoding them.
    case storedTile
    /// JPEG tiles are decoded, scaled and encoded as planes of brightness and chroma, without conversion to RGB.
    case planes
}
