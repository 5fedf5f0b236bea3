// The options of `azulejo serve`: one table for the command line, the environment and the help.

private import Geometry
internal import Library
private import Protocols
internal import Server

/// Reads settings from arguments and environment variables. A new option is one field of `Configuration` and one row of `all`.
enum Options {
    /// An option or argument that is not allowed; one line for the operator.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let all: [Option<Configuration>] = [
        .text("host", "HOST", "address to listen on (127.0.0.1)", \.host),
        .init(name: "port", value: "N", help: "port to listen on; 0 picks a free one (8080)", allowed: "a whole number from 0 to 65535") {
            text, configuration in
            guard let port = UInt16(text) else { return false }
            configuration.port = port
            return true
        },
        .text("cache-dir", "DIR", "where pyramids are kept ($XDG_CACHE_HOME/azulejo, else ~/.cache/azulejo)", \.cacheFolder)
            .also(.build),
        .bytes("cache-size", "bytes of that folder at most (10GiB)", \.cacheSize).also(.build),
        .bytes("memory-cache", "bytes of tiles in memory (256MiB)", \.memoryCache),
        .integer("threads", "event loops (one for each core that it may use)", 1...256, \.threads),
        .integer("workers", "threads that decode and encode (one for each core that it may use)", 1...256, \.workers).also(.build),
        .init(
            name: "tile-size", value: "N", help: "pixels of a tile's side, where the source does not decide it (512)",
            // A tile has half as many columns and rows of chroma samples.
            allowed: "an even number from 64 to 4096"
        ) { text, configuration in
            guard let value = OptionValue.integer(text, 64...4_096), value % 2 == 0 else { return false }
            configuration.tileSize = value
            return true
        }.also([.build, .inspect]),
        .init(
            name: "tile-format", value: "FORMAT", help: "format of pyramids' tiles; alpha makes png of jpg (jpg)", allowed: "jpg or webp"
        ) { text, configuration in
            guard let format = TilePolicy.formats.first(where: { $0.fileExtension == text }) else { return false }
            configuration.tileFormat = format
            return true
        }.also([.build, .inspect]),
        .integer("quality", "JPEG quality of tiles (80)", 1...100, \.quality).also(.build),
        .init(
            name: "background", value: "RRGGBB", help: "behind transparent images in JPEG, GIF and JPEG 2000 (FFFFFF)",
            allowed: "six hexadecimal digits"
        ) { text, configuration in
            guard let colour = Colour(name: text), colour.alpha == 255 else { return false }
            configuration.background = colour
            return true
        }.also(.build),
        .parsed(
            "base-url", "URL", "scheme, host and prefix of the URLs that are written (the request's)",
            allowed: "an http or https URL without query, such as https://images.example.org/slides", BaseURL.init(decided:), \.origin),
        .parsed(
            "trust-proxy", "LIST", "proxies whose Forwarded and X-Forwarded-* fields are believed (none)",
            allowed: "addresses and blocks such as 10.0.0.0/8, loopback, private, with commas between them",
            TrustedProxies.init, \.trustedProxies),
        .parsed(
            "slash-substitute", "TEXT", "stands for a slash in identifiers, for proxies that decode %2F (none)",
            allowed: "1 to 16 letters, digits, hyphens, underscores and tildes, and not letters and digits alone",
            SlashSubstitute.init, \.slashSubstitute),
        .parsed(
            "admin-token", "TOKEN", "bearer token of DELETE /cache/{id} (none: there is no such route)",
            allowed: "16 or more letters, digits and any of -._~+/, perhaps with = at the end", AdminToken.init, \.adminToken),
        .text("public-dir", "DIR", "the pages and scripts (found beside the executable)", \.publicFolder),
        .integer("max-source-pixels", "pixels of a source at most (100000000000)", 1...Int.max, \.maxSourcePixels)
            .also([.build, .inspect]),
        .bytes("decode-memory", "bytes for images decoded as a whole or with very long rows (2GiB, or half of the memory)", \.decodeMemory)
            .also([.build, .inspect]),
        .integer("max-output-pixels", "pixels of one answer at most (64000000)", 1...1_000_000_000, \.maxOutputPixels),
        .integer("max-connections", "connections at once (10000)", 1...1_000_000, \.maxConnections),
        .integer("request-timeout", "seconds within which a request is answered (30)", 1...3_600, \.requestTimeout),
        .integer("shutdown-timeout", "seconds that running requests have at the end (10)", 0...3_600, \.shutdownTimeout),
        .flag("lenient", "show what can be read of damaged images, and not an error", \.isLenient).also([.build, .inspect]),
        .flag("access-log", "write a line for each request to standard error", \.accessLog),
        .init(name: "log-format", value: "FORMAT", help: "text or json (text)", allowed: "text or json") { text, configuration in
            guard let format = Log.Format(rawValue: text) else { return false }
            configuration.logFormat = format
            return true
        },
    ]

    private static let serving = OptionTable(command: "serve", options: all.filter { $0.commands.contains(.serve) })

    /// The help of the options of `azulejo serve`, one line each.
    static var help: String { serving.help }

    /// Reads the options and the one argument of `azulejo serve`, the folder of images. The command line overrides the environment.
    static func parse(
        _ arguments: [String], environment: [String: String], defaults: Configuration
    ) throws(Failure) -> Configuration {
        var configuration = defaults
        let operands = try serving.parse(arguments, environment: environment, into: &configuration)
        guard operands.count < 2 else { throw Failure(description: "one folder is served, and \(operands[1]) would be a second one") }
        configuration.folder = operands.first ?? configuration.folder
        return configuration
    }

    /// The rows that another command shares with `serve`.
    static func shared(by command: OptionCommands) -> [Option<Configuration>] { all.filter { $0.commands.contains(command) } }
}
