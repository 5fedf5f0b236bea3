// Output: text for standard output and standard error, written without a buffer.

private import Glibc

enum Output {
    /// Writes a result and a line break to standard output.
    static func write(_ line: String) { write(line + "\n", to: STDOUT_FILENO) }

    /// Writes a message about a problem as one line to standard error.
    static func writeError(_ message: String) { write("azulejo: \(message)\n", to: STDERR_FILENO) }

    /// Writes to the terminal on standard error, without a line break.
    static func draw(_ text: String) { write(text, to: STDERR_FILENO) }

    private static func write(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // The reader has closed its end.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
