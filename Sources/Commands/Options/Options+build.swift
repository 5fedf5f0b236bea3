// The options of `azulejo build`.

internal import Server

/// The settings of `azulejo build`.
struct BuildSettings: Sendable {
    /// The settings of the images and the cache, as for `azulejo serve`.
    var configuration: Configuration
    /// The path of an image or of a folder of images.
    var source = ""
    /// The file for the pyramid of one image; nil for a name made of the image's name.
    var output: String?
    /// True for reports in JSON, one object a line.
    var printsJSON = false
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

    /// The help of the options of `azulejo build`, one line each.
    static var buildHelp: String { building.help }

    /// Reads the options and the one argument of `azulejo build`. The command line overrides the environment.
    static func parseBuild(
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
