// The options of `azulejo inspect`.

internal import Server

/// The settings of `azulejo inspect`.
struct InspectSettings: Sendable {
    /// The settings of the images, as for `azulejo serve`.
    var configuration: Configuration
    /// The path of an image.
    var source = ""
    /// True for a report in JSON.
    var printsJSON = false
}

extension Options {
    private static let inspecting = OptionTable<InspectSettings>(
        command: "inspect",
        options: [.flag("json", "the same as JSON", \.printsJSON)] + shared(by: .inspect).map { $0.of(\.configuration) })

    /// The help of the options of `azulejo inspect`, one line each.
    static var inspectHelp: String { inspecting.help }

    /// Reads the options and the one argument of `azulejo inspect`. The command line overrides the environment.
    static func parseInspect(
        _ arguments: [String], environment: [String: String], defaults: Configuration
    ) throws(Failure) -> InspectSettings {
        var settings = InspectSettings(configuration: defaults)
        let operands = try inspecting.parse(arguments, environment: environment, into: &settings)
        guard operands.count == 1, !operands[0].isEmpty else { throw Failure(description: "inspect takes one argument, an image") }
        settings.source = operands[0]
        return settings
    }
}
