// Option: one option of a command line, which is also an environment variable.

/// A set of commands that have options.
struct OptionCommands: OptionSet, Sendable {
    let rawValue: Int
    static let serve = OptionCommands(rawValue: 1)
    static let build = OptionCommands(rawValue: 2)
    static let inspect = OptionCommands(rawValue: 4)
}

/// An option: its name, its help, and how its value changes the settings.
struct Option<Settings>: Sendable {
    /// The name without the leading dashes.
    let name: String
    /// The placeholder for the value in the help; nil for a flag.
    let value: String?
    let help: String
    /// The allowed values, as a text for error messages.
    let allowed: String
    /// Stores a value in the settings; returns false when the value is not allowed.
    let apply: @Sendable (String, inout Settings) -> Bool
    /// The commands that have the option.
    private(set) var commands: OptionCommands = .serve

    init(name: String, value: String?, help: String, allowed: String, apply: @escaping @Sendable (String, inout Settings) -> Bool) {
        self.name = name
        self.value = value
        self.help = help
        self.allowed = allowed
        self.apply = apply
    }

    /// The environment variable of the option: `AZULEJO_CACHE_SIZE` for `--cache-size`.
    var environmentName: String {
        "AZULEJO_" + String(decoding: name.utf8.map { $0 == 0x2D ? 0x5F : ($0 >= 0x61 ? $0 - 0x20 : $0) }, as: UTF8.self)
    }

    /// The same option, for more commands.
    func also(_ more: OptionCommands) -> Option {
        var option = self
        option.commands.formUnion(more)
        return option
    }

    /// The same option for settings that contain these settings at `path`.
    func of<Outer>(_ path: any WritableKeyPath<Outer, Settings> & Sendable) -> Option<Outer> {
        Option<Outer>(name: name, value: value, help: help, allowed: allowed) { text, outer in apply(text, &outer[keyPath: path]) }
    }
}

extension Option {
    typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

    static func integer(_ name: String, _ help: String, _ range: ClosedRange<Int>, _ path: Path<Int>) -> Option {
        let bounds = range.upperBound == .max ? "of \(range.lowerBound) or more" : "from \(range.lowerBound) to \(range.upperBound)"
        return Option(name: name, value: "N", help: help, allowed: "a whole number \(bounds)") { text, settings in
            guard let value = OptionValue.integer(text, range) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    static func bytes(_ name: String, _ help: String, _ path: Path<Int>) -> Option {
        Option(name: name, value: "SIZE", help: help, allowed: "a number of bytes such as 256MiB or 10GiB") { text, settings in
            guard let value = OptionValue.bytes(text) else { return false }
            settings[keyPath: path] = value
            return true
        }
    }

    static func text(_ name: String, _ value: String, _ help: String, _ path: Path<String>) -> Option {
        Option(name: name, value: value, help: help, allowed: "a text that is not empty") { text, settings in
            settings[keyPath: path] = text
            return !text.isEmpty
        }
    }

    /// - Parameter parse: returns nil when the text is not allowed.
    static func parsed<Value>(
        _ name: String, _ value: String, _ help: String, allowed: String, _ parse: @escaping @Sendable (String) -> Value?,
        _ path: Path<Value?>
    ) -> Option {
        Option(name: name, value: value, help: help, allowed: allowed) { text, settings in
            settings[keyPath: path] = parse(text)
            return settings[keyPath: path] != nil
        }
    }

    static func flag(_ name: String, _ help: String, _ path: Path<Bool>) -> Option {
        Option(name: name, value: nil, help: help, allowed: "1 or 0") { text, settings in
            settings[keyPath: path] = text == "1"
            return text == "1" || text == "0"
        }
    }
}
