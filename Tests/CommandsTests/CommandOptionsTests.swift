// The options of `azulejo build` and `azulejo inspect`: a part of those of `serve`.

@testable import Commands
@testable import Server
import Testing

@Suite struct CommandOptionsTests {
    private func build(_ arguments: [String], _ environment: [String: String] = [:]) throws(Options.Failure) -> BuildSettings {
        try Options.parseBuild(arguments, environment: environment, defaults: Configuration())
    }

    private func inspect(_ arguments: [String], _ environment: [String: String] = [:]) throws(Options.Failure) -> InspectSettings {
        try Options.parseInspect(arguments, environment: environment, defaults: Configuration())
    }

    private func names(_ help: String) -> Set<String> {
        Set(help.split(separator: "\n").map { String($0.split(separator: " ")[0].dropFirst(2)) })
    }

    @Test("each command has its own options") func whatEachCommandHas() {
        let common: Set = ["tile-size", "tile-format", "max-source-pixels", "decode-memory", "lenient", "json"]
        #expect(names(Options.inspectHelp) == common)
        #expect(names(Options.buildHelp) == common.union(["output", "cache-dir", "cache-size", "workers", "quality", "background"]))
        #expect(names(Options.help).isDisjoint(with: ["json", "output"]))
    }

    @Test("options and the operand are read in any order") func values() throws {
        let settings = try build([
            "--json", "a.tif", "--output", "b.szi", "--quality=50", "--tile-size", "256", "--cache-dir=/c", "--cache-size", "1MiB",
            "--workers", "3",
        ])
        #expect(settings.source == "a.tif" && settings.output == "b.szi" && settings.printsJSON)
        let configuration = settings.configuration
        #expect(configuration.quality == 50 && configuration.tileSize == 256 && configuration.workers == 3)
        #expect(configuration.cacheFolder == "/c" && configuration.cacheSize == 1 << 20)
        let plain = try build(["--", "--json"])
        #expect(plain.source == "--json" && plain.output == nil && !plain.printsJSON)
        #expect(try inspect(["a.tif", "--json", "--tile-size=64"]).configuration.tileSize == 64)
        #expect(try inspect(["--json=0", "a.tif"]).printsJSON == false)
    }

    @Test("an environment variable counts when the command has its option, and is ignored otherwise") func environment() throws {
        let environment = ["AZULEJO_TILE_SIZE": "128", "AZULEJO_QUALITY": "7", "AZULEJO_PORT": "none", "AZULEJO_JSON": "1"]
        let settings = try build(["a"], environment)
        #expect(settings.configuration.tileSize == 128 && settings.configuration.quality == 7 && settings.printsJSON)
        #expect(try build(["a", "--quality", "8"], environment).configuration.quality == 8)
        #expect(try inspect(["a"], ["AZULEJO_QUALITY": "none", "AZULEJO_TILE_SIZE": "128"]).configuration.tileSize == 128)
    }

    @Test(
        "a build with arguments that are not allowed says why in one line",
        arguments: [
            ([], "one argument"), ([""], "one argument"), (["a", "b"], "one argument"),
            (["a", "--port", "1"], "build has no option --port"),
            (["a", "--output"], "--output needs a value"), (["a", "--output="], "--output : allowed is"),
            (["--quality", "0", "a"], "--quality 0: "),
            (["a", "--json=yes"], "--json yes: "), (["-o", "b", "a"], "build has no option -o"),
        ])
    func bad(_ arguments: [String], _ words: String) throws {
        let failure = #expect(throws: Options.Failure.self) { try build(arguments) }
        let line = try #require(failure).description
        #expect(line.contains(words) && !line.contains("\n"), "\(line)")
    }

    @Test(
        "an inspection with arguments that are not allowed says why",
        arguments: [([], "one argument"), (["a", "b"], "one argument"), (["a", "--quality", "9"], "inspect has no option --quality")])
    func badInspection(_ arguments: [String], _ words: String) throws {
        let failure = #expect(throws: Options.Failure.self) { try inspect(arguments) }
        #expect(try #require(failure).description.contains(words))
    }
}
