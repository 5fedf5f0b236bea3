// The options of `azulejo inspect`.

/// What `azulejo inspect` is to look at.
public struct InspectSettings: Sendable {
    /// What the grid depends on.
    public var configuration: Configuration
    /// An image.
    public var source = ""
    public var printsJSON = false
}

extension Options {
    private static let inspecting = OptionTable<InspectSettings>(
        command: "inspect",
        options: [.flag("json", "the same as JSON", \.printsJSON)] + shared(by: .inspect).map { $0.of(\.configuration) })

    /// The options of `azulejo inspect`, a line each.
    public static var inspectHelp: String { inspecting.help }

    /// Reads the options and the one argument of `azulejo inspect`. A flag of the command line wins over the environment.
    public static func parseInspect(
        _ arguments: [String], environment: [String: String], defaults: Configuration
    ) throws(Failure) -> InspectSettings {
        var settings = InspectSettings(configuration: defaults)
        let operands = try inspecting.parse(arguments, environment: environment, into: &settings)
        guard operands.count == 1, !operands[0].isEmpty else { throw Failure(description: "inspect takes one argument, an image") }
        settings.source = operands[0]
        return settings
    }
}
