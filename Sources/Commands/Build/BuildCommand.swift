// BuildCommand: `azulejo build` builds the pyramid of one image into a file, or those of a folder of images into the cache.

internal import Building
internal import Library
private import Server

/// Builds pyramids without a server.
enum BuildCommand {
    /// No pyramid can be built; one line for the operator.
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// True when the arguments make no sense.
        var isUsage = false
    }

    /// Builds the pyramids of `settings.source`. Returns when all are built or soon after the interruption. Call once, after
    /// `Imaging.start`.
    /// - Parameter report: receives the events, on the calling thread.
    /// - Throws: when the source, the output or the cache folder cannot be used. The failure of one build is reported as an event.
    static func run(
        _ settings: BuildSettings, _ interruption: Interruption, report: (BuildEvent) -> Void
    ) throws(Failure) -> BuildSummary {
        var summary = BuildSummary()
        let report = { (event: BuildEvent) in
            // A build that the operator interrupts has not failed.
            if interruption.isRequested, case .failed = event { return }
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

    /// True when the source is a folder.
    static func isFolder(_ source: String) -> Bool { FileBuild.isFolder(source) }

    /// The reason for a failed build, as a text for the operator.
    static func reason(_ error: TileError) -> String {
        switch error {
        case .source(let error): "\(error)"
        case .cache(let reason): "it cannot be written: \(reason)"
        case .outsideGrid, .overloaded, .stopping: error.detail
        }
    }

    static func reason(_ error: LibraryError) -> String {
        switch error {
        case .notFound: "it is not there, or is no image of a known format"
        case .unusable(let error): "\(error)"
        }
    }
}
