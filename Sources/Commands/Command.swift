// The commands of the program and their error messages.

private import Glibc
private import Imaging
private import Server

/// The command line `azulejo serve | build | inspect | check`.
public enum Command {
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

    /// Runs the command that the arguments of the process name, and ends the process with the command's exit code: 0 for success, 64 for
    /// arguments that cannot be used, 128 and the signal's number for an interrupted build, 1 for any other failure. Call once, on the main
    /// thread, before other threads are started.
    public static func run() -> Never {
        Environment.limitArenas()
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch arguments.first {
        case "serve": serve(Array(arguments.dropFirst()))
        case "build": exit(build(Array(arguments.dropFirst())))
        case "inspect": inspect(Array(arguments.dropFirst()))
        case "check":
            guard arguments.count <= 2 else { end(usageError, "check takes one argument at most, the server's URL") }
            check(arguments.dropFirst().first)
        case "--version": Output.write("azulejo \(Version.current)")
        case "--help", "-h": Output.write(usage)
        case nil: end(usageError, "name a command; see azulejo --help")
        case let command?: end(usageError, "there is no command \(command); see azulejo --help")
        }
        exit(0)
    }

    private static func serve(_ arguments: [String]) {
        if arguments.contains("--help") { return Output.write(usage) }
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
            Output.write(usage)
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
        do throws(BuildCommand.Failure) {
            return try BuildReport.run(settings, interruption)
        } catch {
            end(error.isUsage ? usageError : failure, error.description)
        }
    }

    private static func inspect(_ arguments: [String]) {
        if arguments.contains("--help") { return Output.write(usage) }
        let settings: InspectSettings
        do throws(Options.Failure) {
            settings = try Options.parseInspect(arguments, environment: Environment.variables, defaults: Environment.defaults)
        } catch {
            end(usageError, error.description)
        }
        startImaging()
        do throws(ImageInspection.Failure) {
            let inspection = try ImageInspection(settings)
            Output.write(settings.printsJSON ? String(decoding: inspection.json(), as: UTF8.self) : inspection.text)
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
            // Tiles and builds already run on several threads. One libvips operation gets a second thread when there is a core for it.
            try Imaging.start(threadsPerOperation: min(2, Environment.coreCount))
        } catch {
            end(failure, "libvips cannot be started: \(error)")
        }
    }

    /// Writes one line to standard error and ends the process.
    private static func end(_ code: Int32, _ message: String) -> Never {
        Output.writeError(message)
        exit(code)
    }
}
