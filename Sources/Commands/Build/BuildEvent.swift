// BuildEvent: the events that `azulejo build` reports.

internal import Geometry

/// An event of building pyramids.
enum BuildEvent: Sendable {
    /// The number of images to build, and the sum of their pixels.
    case planned(images: Int, pixels: Int)
    /// The share of an image's `pixels` that is done, from 0 to 1.
    case progress(image: String, pixels: Int, share: Double)
    case done(image: String, BuiltPyramid)
    case skipped(image: String, BuildSkip)
    case failed(image: String, reason: String)
}

/// The reason to build no pyramid for an image. The raw value is a text for people.
enum BuildSkip: String, Sendable {
    case isNative = "it holds its own levels"
    case isBuilt = "it is built already"
}

/// A finished pyramid.
struct BuiltPyramid: Sendable {
    /// The path of its file.
    let file: String
    /// The size of the image in pixels.
    let size: PixelSize
    /// The number of tiles of all levels, down to one pixel.
    let tiles: Int
    /// The size of the file in bytes.
    let bytes: Int
    /// The time that the build took.
    let seconds: Double
}

/// The result of all builds.
struct BuildSummary: Sendable {
    var built = 0
    var skipped = 0
    var failed = 0
    /// The signal that interrupted the builds; nil when they were not interrupted.
    var signal: Int32?

    mutating func count(_ event: BuildEvent) {
        switch event {
        case .planned, .progress: break
        case .done: built += 1
        case .skipped: skipped += 1
        case .failed: failed += 1
        }
    }
}
