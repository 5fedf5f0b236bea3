// The options of `azulejo build`.

/// What `azulejo build` is to do.
public struct BuildSettings: Sendable {
    /// What the pyramids depend on, and where those of a folder are kept.
    public var configuration: Configuration
    /// An image, or a folder of images.
    public var source = ""
    /// The file for the pyramid of one image; nil where it is named after the image.
    public var output: String?
    /// Whether what happens is told in JSON.
    public var printsJSON = false
}

extension Options {
    private static let building = OptionTable<BuildSettings>(
        command: "build",
        options: [
            .init(
                name: "output", value: "FILE.szi",
                help: "the pyramid of one image; a pyramid that is there is replaced (SOURCE's name with .szi, in the working directory)",
                allowed: "the name of a file, and not standard output (./- is a file of that name)"
            ) { text, settings in
                settings.output = text
                return !text.isEmpty && text != "-"
            },
            .flag("json", "tell what happens in JSON, an object a line", \.printsJSON),
        ] + shared(by: .build).map { $0.of(\.configuration) })

    /// The options of `azulejo build`, a line each.
    public static var buildHelp: String { building.help }

    /// Reads the options and the one argument of `azulejo build`. A flag of the command line wins over the environment.
    public static func parseBuild(
        _ arguments: [String], environment: [String: String], defaults: Configuration
    ) throws(Failure) -> BuildSettings {
        var settings = BuildSettings(configuration: defaults)
        let operands = try building.parse(arguments, environment: environment, into: &settings)
        guard operands.count == 1, !operands[0].isEmpty else {
            throw Failure(description: "build takes one argument, an image or a folder of images")
        }
        settings.source = operands[0]
        return settings
    }
}
