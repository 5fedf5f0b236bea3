// Building: what `azulejo build` does: one image to a file, or a folder of images into the cache.

internal import Building
internal import EventLoop
internal import Geometry
private import Glibc
internal import Imaging
internal import Library

/// Builds pyramids outside a server.
public enum Building {
    /// Nothing can be built; one line for the person who asked for it.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
        /// Whether it was asked for in a way that makes no sense.
        public var isUsage = false
    }

    /// Builds what the settings say, and returns at the end, or soon after the interruption. Call once, after `Imaging.start`.
    /// - Parameter report: told what happens, on the calling thread.
    public static func run(
        _ settings: BuildSettings, _ interruption: Interruption, report: (BuildEvent) -> Void
    ) throws(Failure) -> BuildSummary {
        var summary = BuildSummary()
        let report = { (event: BuildEvent) in
            // What is cut short by the person who asked for it has not failed.
            if interruption.hasCome, case .failed = event { return }
            summary.count(event)
            report(event)
        }
        if FileBuild.isFolder(settings.source) {
            guard settings.output == nil else {
                throw Failure(
                    description:
                        "--output names the file for one image, and \(settings.source) is a folder: its pyramids go to --cache-dir",
                    isUsage: true)
            }
            var configuration = settings.configuration
            configuration.folder = settings.source
            try FolderBuild(configuration).run(interruption, report: report)
        } else {
            try FileBuild(settings).run(interruption, report: report)
        }
        summary.signal = interruption.signal
        return summary
    }

    /// Whether the pyramids of a folder are to be built, and not one.
    public static func isFolder(_ source: String) -> Bool { FileBuild.isFolder(source) }

    /// Why there is no pyramid, in words.
    static func reason(_ error: TileError) -> String {
        switch error {
        case .source(let error): "\(error)"
        case .cache(let reason): "it cannot be written: \(reason)"
        case .outsideGrid, .overloaded, .stopping: Problem(error).detail
        }
    }

    static func reason(_ error: LibraryError) -> String {
        switch error {
        case .notFound: "it is not there, or is no image of a known format"
        case .unusable(let error): "\(error)"
        }
    }
}
