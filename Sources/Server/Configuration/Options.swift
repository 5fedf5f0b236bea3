// The options of `azulejo serve`: one table for the command line, the environment and the help.

private import Protocols
private import Geometry

/// Reads a `Configuration`.
public enum Options {
    /// An option or argument that cannot be; one line for the person who wrote it.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private struct Option {
        /// Without the dashes.
        let name: String
        /// What the value is called in the help; nil for a flag.
        let value: String?
        let help: String
        /// For people: the values that are allowed.
        let allowed: String
        /// Stores a value; false where it is none of the allowed.
        let apply: @Sendable (String, inout Configuration) -> Bool

        /// `--cache-size` is also `AZULEJO_CACHE_SIZE`.
        var environmentName: String {
            "AZULEJO_" + String(decoding: name.utf8.map { $0 == 0x2D ? 0x5F : ($0 >= 0x61 ? $0 - 0x20 : $0) }, as: UTF8.self)
        }
    }

    private static func integer(
        _ name: String, _ help: String, _ range: ClosedRange<Int>, _ path: any WritableKeyPath<Configuration, Int> & Sendable
    ) -> Option {
        let bounds = range.upperBound == .max ? "of \(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        return Option(name: name, value: "N", help: help, allowed: "a whole number \(bounds)") { text, configuration in
            guard let value = OptionValue.integer(text, range) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    private static func bytes(_ name: String, _ help: String, _ path: any WritableKeyPath<Configuration, Int> & Sendable) -> Option {
        Option(name: name, value: "SIZE", help: help, allowed: "a number of bytes such as 256MiB or 10GiB") { text, configuration in
            guard let value = OptionValue.bytes(text) else { return false }
            configuration[keyPath: path] = value
            return true
        }
    }

    private static func text(
        _ name: String, _ value: String, _ help: String, _ path: any WritableKeyPath<Configuration, String> & Sendable
    ) -> Option {
        Option(name: name, value: value, help: help, allowed: "a text that is not empty") { text, configuration in
            configuration[keyPath: path] = text
            return !text.isEmpty
        }
    }

    private static func flag(
        _ name: String, _ help: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable
    ) -> Option {
        Option(name: name, value: nil, help: help, allowed: "1 or 0") { text, configuration in
            configuration[keyPath: path] = text == "1"
            return text == "1" || text == "0"
        }
    }

    private static let all: [Option] = [
        text("host", "HOST", "address to listen on (127.0.0.1)", \.host),
        Option(name: "port", value: "N", help: "port to listen on; 0 picks a free one (8080)", allowed: "a whole number from 0 to 65535") {
            text, configuration in
            guard let port = UInt16(text) else { return false }
            configuration.port = port
            return true
        },
        text("cache-dir", "DIR", "where pyramids are kept ($XDG_CACHE_HOME/azulejo, else ~/.cache/azulejo)", \.cacheFolder),
        bytes("cache-size", "bytes of that folder at most (10GiB)", \.cacheSize),
        bytes("memory-cache", "bytes of tiles in memory (256MiB)", \.memoryCache),
        integer("threads", "event loops (one for each core)", 1...256, \.threads),
        integer("workers", "threads that decode and encode (one for each core)", 1...256, \.workers),
        Option(
            name: "tile-size", value: "N", help: "pixels of a tile's side, where the source does not decide it (512)",
            // Half as many pixels of chroma stand in a tile.
            allowed: "an even number from 64 to 4096"
        ) { text, configuration in
            guard let value = OptionValue.integer(text, 64...4_096), value % 2 == 0 else { return false }
            configuration.tileSize = value
            return true
        },
        integer("quality", "JPEG quality of tiles (80)", 1...100, \.quality),
        Option(
            name: "background", value: "RRGGBB", help: "behind transparent images in JPEG (FFFFFF)", allowed: "six hexadecimal digits"
        ) { text, configuration in
            guard let colour = Colour(name: text), colour.alpha == 255 else { return false }
            configuration.background = colour
            return true
        },
        Option(
            name: "base-url", value: "URL", help: "scheme, host and prefix of the URLs in descriptors (the request's Host)",
            allowed: "an http or https URL without query"
        ) { text, configuration in
            configuration.baseURL = OptionValue.baseURL(text)
            return configuration.baseURL != nil
        },
        text("public-dir", "DIR", "the pages and scripts (found beside the executable)", \.publicFolder),
        integer("max-source-pixels", "pixels of a source at most (100000000000)", 1...Int.max, \.maxSourcePixels),
        bytes("decode-memory", "bytes to decode images that are held as a whole (2GiB, or half of the memory)", \.decodeMemory),
        integer("max-output-pixels", "pixels of one answer at most (64000000)", 1...1_000_000_000, \.maxOutputPixels),
        integer("max-connections", "connections at once (10000)", 1...1_000_000, \.maxConnections),
        integer("request-timeout", "seconds within which a request is answered (30)", 1...3_600, \.requestTimeout),
        integer("shutdown-timeout", "seconds that running requests have at the end (10)", 0...3_600, \.shutdownTimeout),
        flag("lenient", "show what can be read of damaged images, and not an error", \.isLenient),
        flag("access-log", "write a line for each request to standard error", \.accessLog),
        Option(name: "log-format", value: "FORMAT", help: "text or json (text)", allowed: "text or json") { text, configuration in
            guard let format = Log.Format(rawValue: text) else { return false }
            configuration.logFormat = format
            return true
        },
    ]

    /// The options, a line each.
    public static var help: String {
        all.map { option in
            let left = "  --\(option.name)" + (option.value.map { " " + $0 } ?? "")
            return left + String(repeating: " ", count: max(2, 28 - left.count)) + option.help
        }.joined(separator: "\n")
    }

    /// Reads options and the one argument, the folder of images. A flag of the command line wins over the environment.
    public static func parse(
        _ arguments: [String], environment: [String: String], defaults: Configuration
    ) throws(Failure) -> Configuration {
        var configuration = defaults
        for option in all {
            guard let text = environment[option.environmentName], !text.isEmpty else { continue }
            guard option.apply(text, &configuration) else {
                throw Failure(description: "\(option.environmentName)=\(text): allowed is \(option.allowed)")
            }
        }
        var folder: String?
        /// Behind "--" there are no options.
        var isPastOptions = false
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if argument == "--", !isPastOptions {
                isPastOptions = true
                continue
            }
            guard argument.hasPrefix("-"), !isPastOptions else {
                guard folder == nil else { throw Failure(description: "one folder is served, and \(argument) would be a second one") }
                folder = argument
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard argument.hasPrefix("--"), let option = all.first(where: { $0.name == parts[0] }) else {
                throw Failure(description: "unknown option \(argument); see azulejo --help")
            }
            let text: String
            if parts.count == 2 {
                text = String(parts[1])
            } else if option.value == nil {
                text = "1"
            } else if index < arguments.count {
                text = arguments[index]
                index += 1
            } else {
                throw Failure(description: "--\(option.name) needs a value: \(option.allowed)")
            }
            guard option.apply(text, &configuration) else {
                throw Failure(description: "--\(option.name) \(text): allowed is \(option.allowed)")
            }
        }
        configuration.folder = folder ?? configuration.folder
        return configuration
    }
}
