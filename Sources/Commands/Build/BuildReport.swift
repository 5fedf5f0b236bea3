// BuildReport: the output of `azulejo build`, for people or for programs.

private import Geometry

/// Prints the events of building pyramids.
final class BuildReport {
    private let settings: BuildSettings
    private let isFolder: Bool
    private var progress = BuildProgress()
    private let start = ContinuousClock.now
    private let bar: TerminalLine?

    /// Builds the pyramids and returns the exit code.
    /// - Throws: as `BuildCommand.run`.
    static func run(_ settings: BuildSettings, _ interruption: Interruption) throws(BuildCommand.Failure) -> Int32 {
        let report = BuildReport(settings)
        let summary = try BuildCommand.run(settings, interruption) { report.take($0) }
        report.bar?.clear()
        if let signal = summary.signal { return 128 + signal }
        if report.isFolder, !settings.printsJSON {
            Output.write("\(summary.built) built, \(summary.skipped) skipped, \(summary.failed) failed")
        }
        return summary.failed > 0 ? 1 : 0
    }

    private init(_ settings: BuildSettings) {
        self.settings = settings
        isFolder = BuildCommand.isFolder(settings.source)
        bar = TerminalLine()
    }

    private func take(_ event: BuildEvent) {
        progress.update(with: event)
        if settings.printsJSON, let json = event.json() {
            write(String(decoding: json, as: UTF8.self))
        } else if !settings.printsJSON {
            printText(of: event)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        bar?.draw { [progress] in progress.line(width: $0, seconds: seconds) }
    }

    private func printText(of event: BuildEvent) {
        switch event {
        case .planned, .progress, .skipped(_, .isBuilt): break
        case .skipped(let image, let skip): write("\(BuildProgress.printable(image)): skipped, \(skip.rawValue)")
        case .done(let image, let pyramid):
            let name = BuildProgress.printable(isFolder ? image : pyramid.file)
            let (megabytes, seconds) = (BuildReport.tenths(Double(pyramid.bytes) / 1_000_000), BuildReport.tenths(pyramid.seconds))
            write("\(name): \(pyramid.size.width) x \(pyramid.size.height) pixels, \(pyramid.tiles) tiles, \(megabytes) MB, \(seconds) s")
        case .failed(let image, let reason):
            bar?.clear()
            Output.writeError("\(BuildProgress.printable(image)): \(reason)")
        }
    }

    private func write(_ line: String) {
        bar?.clear()
        Output.write(line)
    }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
