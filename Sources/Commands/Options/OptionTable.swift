// OptionTable: the options of one command, read from the command line and the environment.

struct OptionTable<Settings>: Sendable {
    /// The command's name, for error messages.
    let command: String
    let options: [Option<Settings>]

    /// The help of all options, one line each.
    var help: String {
        options.map { option in
            let left = "  --\(option.name)" + (option.value.map { " " + $0 } ?? "")
            return left + String(repeating: " ", count: max(2, 28 - left.count)) + option.help
        }.joined(separator: "\n")
    }

    /// Reads the options of the environment and then those of the command line, which override them.
    /// - Returns: the arguments that are not options.
    /// - Throws: for an unknown option, and for a value that is missing or not allowed.
    func parse(
        _ arguments: [String], environment: [String: String], into settings: inout Settings
    ) throws(Options.Failure) -> [String] {
        for option in options {
            guard let text = environment[option.environmentName], !text.isEmpty else { continue }
            guard option.apply(text, &settings) else {
                throw Options.Failure(description: "\(option.environmentName)=\(text): allowed is \(option.allowed)")
            }
        }
        var operands: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            // All arguments after "--" are operands.
            if argument == "--" { return operands + rest }
            guard argument.hasPrefix("-") else {
                operands.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard argument.hasPrefix("--"), let option = options.first(where: { $0.name == parts[0] }) else {
                throw Options.Failure(description: "\(command) has no option \(argument); see azulejo --help")
            }
            guard let text = parts.count == 2 ? String(parts[1]) : option.value == nil ? "1" : rest.popFirst() else {
                throw Options.Failure(description: "--\(option.name) needs a value: \(option.allowed)")
            }
            guard option.apply(text, &settings) else {
                throw Options.Failure(description: "--\(option.name) \(text): allowed is \(option.allowed)")
            }
        }
        return operands
    }
}
