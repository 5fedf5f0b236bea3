// The options of `azulejo serve`, on the command line and in the environment.

import Geometry
import Protocols
@testable import Commands
@testable import Server
import Testing

@Suite struct OptionsTests {
    private func parse(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Configuration {
        try Options.parse(arguments, environment: environment, defaults: Configuration())
    }

    private func failure(_ arguments: [String], _ environment: [String: String] = [:]) -> String? {
        (#expect(throws: Options.Failure.self) { try parse(arguments, environment) })?.description
    }

    /// Every option with an allowed value, and the setting that gets the value.
    static let good: [(name: String, value: String, read: @Sendable (Configuration) -> String)] = [
        ("host", "::1", { $0.host }), ("port", "0", { "\($0.port)" }), ("port", "65535", { "\($0.port)" }),
        ("cache-dir", "/c", { $0.cacheFolder }),
        ("cache-size", "1234", { "\($0.cacheSize)" }), ("memory-cache", "0", { "\($0.memoryCache)" }),
        ("threads", "3", { "\($0.threads)" }),
        ("workers", "256", { "\($0.workers)" }), ("tile-size", "64", { "\($0.tileSize)" }), ("tile-format", "webp", { "\($0.tileFormat)" }),
        ("quality", "100", { "\($0.quality)" }),
        ("background", "0A0B0C", { "0A0B0C \($0.background == Colour(red: 10, green: 11, blue: 12))" }),
        ("base-url", "http://a/b", { $0.origin?.path ?? "" }),
        (
            "trust-proxy", "loopback,10.0.0.0/8",
            { $0.trustedProxies == TrustedProxies("127.0.0.0/8, ::1 ,10.9.8.7/8") ? "loopback,10.0.0.0/8" : "" }
        ),
        ("slash-substitute", "~", { $0.slashSubstitute == SlashSubstitute("~") ? "~" : "" }),
        ("admin-token", "0123456789abcdef", { $0.adminToken == nil ? "" : "0123456789abcdef" }),
        ("public-dir", "p q", { $0.publicFolder }), ("max-source-pixels", "9223372036854775807", { "\($0.maxSourcePixels)" }),
        ("decode-memory", "5000", { "\($0.decodeMemory)" }), ("max-output-pixels", "1", { "\($0.maxOutputPixels)" }),
        ("max-connections", "7", { "\($0.maxConnections)" }),
        ("request-timeout", "3600", { "\($0.requestTimeout)" }), ("shutdown-timeout", "0", { "\($0.shutdownTimeout)" }),
        ("log-format", "json", { $0.logFormat.rawValue }),
    ]

    /// Values that are not allowed, by option.
    static let bad = [
        "host": [""], "port": ["-1", "65536", "x", "", "80.0"], "cache-dir": [""], "cache-size": ["x", "-1", "1 GiB", ""],
        "memory-cache": ["1.5GiB"], "decode-memory": ["x", "-1"],
        "threads": ["0", "257", "x"], "workers": ["0", "257"], "tile-size": ["63", "4097", "255", "512px"],
        "tile-format": ["png", "JPG", "avif"],
        "quality": ["0", "101"],
        "background": ["", "FFF", "GGGGGG", "#FFFFFF", "FFFFFF80", "transparent"], "base-url": ["", "a", "ftp://a", "http://a?b"],
        "trust-proxy": ["", "localhost", "10.0.0.0/33", "10.0.0.1,", "private loopback"], "slash-substitute": ["", "/", "ab", "%", "."],
        "admin-token": ["", "short", "with spaces in between", "0123456789abcde="],
        "public-dir": [""],
        "max-source-pixels": ["0"], "max-output-pixels": ["0", "1000000001"], "max-connections": ["0"], "request-timeout": ["0", "3601"],
        "shutdown-timeout": ["-1", "3601"], "access-log": ["yes", "2", ""], "lenient": ["true", ""], "log-format": ["xml", "", "JSON"],
    ]

    static let flags = ["access-log", "lenient"]

    private func variable(_ name: String) -> String { "AZULEJO_" + name.uppercased().replacing("-", with: "_") }

    @Test("every option stores its value", arguments: good.indices) func values(_ index: Int) throws {
        let (name, value, read) = Self.good[index]
        let expected = name == "background" ? "0A0B0C true" : value
        #expect(read(try parse(["--\(name)", value])) == expected)
        #expect(read(try parse(["--\(name)=\(value)"])) == expected)
        #expect(read(try parse([], [variable(name): value])) == expected)
        #expect(read(try parse([], [variable(name): ""])) == read(Configuration()), "an empty variable is as good as none")
    }

    @Test("a value that is not allowed is named in one line, with the allowed values", arguments: bad.keys.sorted()) func badValues(
        _ name: String
    ) throws {
        for value in Self.bad[name]! {
            for arguments in [["--\(name)=\(value)"]] + (Self.flags.contains(name) ? [] : [["--\(name)", value]]) {
                let line = try #require(failure(arguments))
                #expect(line.hasPrefix("--\(name) \(value): allowed is ") && !line.contains("\n"), "\(line)")
            }
            guard !value.isEmpty else { continue }
            let line = try #require(failure([], [variable(name): value]))
            #expect(line.hasPrefix("\(variable(name))=\(value): allowed is "), "\(line)")
        }
    }

    @Test("the tests cover every option") func everyOption() {
        let names = Options.help.split(separator: "\n").map { $0.split(separator: " ")[0].dropFirst(2) }
        #expect(Set(names.map(String.init)) == Set(Self.bad.keys))
        #expect(Set(names.map(String.init)) == Set(Self.good.map(\.name) + Self.flags))
        #expect(names.count == Set(names).count)
    }

    @Test("the command line overrides the environment") func flagWins() throws {
        let environment = ["AZULEJO_PORT": "1", "AZULEJO_QUALITY": "50", "AZULEJO_UNKNOWN": "x", "PORT": "3"]
        let configuration = try parse(["--port", "2"], environment)
        #expect(configuration.port == 2 && configuration.quality == 50)
        #expect(try parse(["--port", "2", "--port=4"]).port == 4, "the last one counts")
    }

    @Test("a flag is set without a value, and with 1 or 0", arguments: flags) func flag(_ name: String) throws {
        func isSet(_ arguments: [String], _ environment: [String: String] = [:]) throws -> Bool {
            let configuration = try parse(arguments, environment)
            return name == "lenient" ? configuration.isLenient : configuration.accessLog
        }
        #expect(try !isSet([]))
        #expect(try isSet(["--\(name)", "folder"]))
        #expect(try parse(["--\(name)", "folder"]).folder == "folder")
        #expect(try isSet(["--\(name)=1"]))
        #expect(try isSet([], [variable(name): "1"]))
        #expect(try !isSet(["--\(name)=0"], [variable(name): "1"]))
    }

    @Test("the operand is the folder of images") func folder() throws {
        #expect(try parse([]).folder == ".")
        #expect(try parse(["pictures"]).folder == "pictures")
        #expect(try parse(["--port", "0", "a b", "--quality=5"]).folder == "a b")
        #expect(try parse(["--", "-odd"]).folder == "-odd")
        #expect(try parse(["--quality=5", "--", "--"]).folder == "--")
        #expect(try parse(["--"]).folder == ".")
        #expect(failure(["a", "b"])?.contains("b") == true)
        #expect(failure(["--", "a", "--port"])?.contains("--port") == true)
    }

    @Test(
        "an unknown option is named",
        arguments: ["--nonsense", "--nonsense=1", "-p", "-", "--Port=1", "---port=1", "-xport=1", "--=1", "--port-=1"])
    func unknown(_ argument: String) {
        #expect(failure([argument])?.contains(argument) == true)
    }

    @Test("an option without its value is named") func valueMissing() {
        #expect(failure(["--port"])?.contains("--port needs a value") == true)
        #expect(failure(["folder", "--base-url"])?.contains("--base-url needs a value") == true)
    }
}
