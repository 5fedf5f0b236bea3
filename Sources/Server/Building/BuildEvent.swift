// BuildEvent: what `azulejo build` has to tell, as it happens.

public import Geometry

/// Something that happened while pyramids were built.
public enum BuildEvent: Sendable {
    /// What there is to do.
    case planned(images: Int, pixels: Int)
    /// The share of an image that is done, from 0 to 1; of how many pixels.
    case progress(image: String, pixels: Int, share: Double)
    case done(image: String, BuiltPyramid)
    case skipped(image: String, BuildSkip)
    case failed(image: String, reason: String)
}

/// Why nothing has to be done for an image.
public enum BuildSkip: String, Sendable {
    case isNative = "it holds its own levels"
    case isBuilt = "it is built already"
}

/// A pyramid that was built.
public struct BuiltPyramid: Sendable {
    /// The path of its file.
    public let file: String
    /// Of the image.
    public let size: PixelSize
    /// Of all levels, down to one pixel.
    public let tiles: Int
    /// Of the file.
    public let bytes: Int
    public let seconds: Double
}

/// How it all ended.
public struct BuildSummary: Sendable {
    public internal(set) var built = 0
    public internal(set) var skipped = 0
    public internal(set) var failed = 0
    /// The signal that ended it before its end.
    public internal(set) var signal: Int32?

    mutating func count(_ event: BuildEvent) {
        switch event {
        case .planned, .progress: break
        case .done: built += 1
        case .skipped: skipped += 1
        case .failed: failed += 1
        }
    }
}
