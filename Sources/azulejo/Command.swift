// The sub-commands and what they say when something is wrong.

private import Glibc
private import Imaging
private import Server

/// `azulejo serve | build | inspect | check`.
enum Command {
    private static let usage = """
        azulejo \(Version.current): a tile server for deep-zoom images

        azulejo serve [DIR] [options]    serve the images below DIR (the working directory)
        azulejo build SOURCE [options]   build the pyramid of an image into a file, or those of a folder into the cache
        azulejo inspect IMAGE [options]  say what the server sees in a file
        azulejo check [URL]              exit 0 where a server answers /readyz (http://127.0.0.1:8080)
        azulejo --version | --help

        Options of serve, each also an environment variable (--cache-size is AZULEJO_CACHE_SIZE):
        \(Options.help)

        Options of build:
        \(Options.buildHelp)

        Options of inspect:
        \(Options.inspectHelp)
        """

    /// Exit codes of sysexits.h.
    private static let usageError: Int32 = 64
    private static let failure: Int32 = 1

    static func run() -> Never {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "serve": serve(Array(arguments.dropFirst()))
        case "build": exit(build(Array(arguments.dropFirst())))
        case "inspect": inspect(Array(arguments.dropFirst()))
        case "check":
            guard arguments.count <= 2 else { end(usageError, "check takes one argument at most, the server's URL") }
            check(arguments.dropFirst().first)
        case "--version": Output.say("azulejo \(Version.current)")
        case "--help", "-h": Output.say(usage)
        case nil: end(usageError, "name a command; see azulejo --help")
        case let command?: end(usageError, "there is no command \(command); see azulejo --help")
        }
        exit(0)
    }

    private static func serve(_ arguments: [String]) {
        if arguments.contains("--help") { return Output.say(usage) }
        let configuration: Configuration
        do throws(Options.Failure) {
            configuration = try Options.parse(arguments, environment: Environment.variables, defaults: Environment.defaults)
        } catch {
            end(usageError, error.description)
        }
        startImaging()
        do throws(Server.Failure) {
            try Server.run(configuration)
        } catch {
            end(failure, error.description)
        }
    }

    private static func build(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") {
            Output.say(usage)
            return 0
        }
        let settings: BuildSettings
        do throws(Options.Failure) {
            settings = try Options.parseBuild(arguments, environment: Environment.variables, defaults: Environment.defaults)
        } catch {
            end(usageError, error.description)
        }
        let interruption = Interruption()
        startImaging()
        do throws(Building.Failure) {
            return try Build.run(settings, interruption)
        } catch {
            end(error.isUsage ? usageError : failure, error.description)
        }
    }

    private static func inspect(_ arguments: [String]) {
        if arguments.contains("--help") { return Output.say(usage) }
        let settings: InspectSettings
        do throws(Options.Failure) {
            settings = try Options.parseInspect(arguments, environment: Environment.variables, defaults: Environment.defaults)
        } catch {
            end(usageError, error.description)
        }
        startImaging()
        do throws(ImageInspection.Failure) {
            try Inspect.run(settings)
        } catch {
            end(failure, error.description)
        }
    }

    private static func check(_ url: String?) {
        let port = Environment.variables["AZULEJO_PORT"] ?? "8080"
        let url = url ?? "http://127.0.0.1:\(port)"
        do throws(ReadinessCheck.Failure) {
            try ReadinessCheck.run(url)
        } catch {
            end(failure, "\(url): \(error)")
        }
    }

    private static func startImaging() {
        do throws(ImagingError) {
            // Tiles and builds run side by side already; within one, libvips gets a second thread where there is a core for it.
            try Imaging.start(threadsPerOperation: min(2, Environment.coreCount))
        } catch {
            end(failure, "libvips cannot be started: \(error)")
        }
    }

    /// One line on standard error, and the end.
    private static func end(_ code: Int32, _ message: String) -> Never {
        Output.complain(message)
        exit(code)
    }
}
