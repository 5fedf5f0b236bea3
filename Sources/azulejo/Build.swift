// `azulejo build`: pyramids on the command line, and what a person or a program sees of it.

private import Geometry
internal import Server

/// Prints what happens while pyramids are built.
final class Build {
    private let settings: BuildSettings
    private let isFolder: Bool
    private var progress = BuildProgress()
    private let start = ContinuousClock.now
    private let bar: TerminalLine?

    /// Builds, and returns the exit code.
    static func run(_ settings: BuildSettings, _ interruption: Interruption) throws(Building.Failure) -> Int32 {
        let build = Build(settings)
        let summary = try Building.run(settings, interruption) { build.tell($0) }
        build.bar?.clear()
        if let signal = summary.signal { return 128 + signal }
        if build.isFolder, !settings.printsJSON {
            Output.say("\(summary.built) built, \(summary.skipped) skipped, \(summary.failed) failed")
        }
        return summary.failed > 0 ? 1 : 0
    }

    private init(_ settings: BuildSettings) {
        self.settings = settings
        isFolder = Building.isFolder(settings.source)
        bar = TerminalLine()
    }

    private func tell(_ event: BuildEvent) {
        progress.take(event)
        if settings.printsJSON, let json = event.json() {
            say(String(decoding: json, as: UTF8.self))
        } else if !settings.printsJSON {
            tellPeople(event)
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        bar?.draw { [progress] in progress.line(width: $0, seconds: seconds) }
    }

    private func tellPeople(_ event: BuildEvent) {
        switch event {
        case .planned, .progress, .skipped(_, .isBuilt): break
        case .skipped(let image, let skip): say("\(BuildProgress.printable(image)): skipped, \(skip.rawValue)")
        case .done(let image, let pyramid):
            let name = BuildProgress.printable(isFolder ? image : pyramid.file)
            let (megabytes, seconds) = (Build.tenths(Double(pyramid.bytes) / 1_000_000), Build.tenths(pyramid.seconds))
            say("\(name): \(pyramid.size.width) x \(pyramid.size.height) pixels, \(pyramid.tiles) tiles, \(megabytes) MB, \(seconds) s")
        case .failed(let image, let reason):
            bar?.clear()
            Output.complain("\(BuildProgress.printable(image)): \(reason)")
        }
    }

    private func say(_ line: String) {
        bar?.clear()
        Output.say(line)
    }

    private static func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}
