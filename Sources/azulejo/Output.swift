// Output: text for standard output and standard error, there as soon as it is written.

private import Glibc

enum Output {
    /// A line for whoever reads the results.
    static func say(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// A line for whoever has to know what is wrong.
    static func complain(_ message: String) { write("azulejo: \(message)\n", to: STDERR_FILENO) }

    /// Writes to a terminal, without a line break.
    static func draw(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody reads it.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
