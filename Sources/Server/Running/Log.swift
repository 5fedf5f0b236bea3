// What the server says on standard output and standard error.

private import Glibc
private import Protocols

/// Lines for people or for machines. Any thread; a line is written with one call.
public struct Log: Sendable {
    public enum Format: String, Sendable {
        case text, json
    }

    let format: Format

    init(_ format: Format) { self.format = format }

    /// The line that says that requests are accepted; the only one that the start-up writes to standard output.
    func listening(url: String) {
        switch format {
        case .text: write("azulejo \(Version.current) listening on \(url)", to: STDOUT_FILENO)
        case .json:
            write(
                json { json in
                    json.field("event", "listening")
                    json.field("version", Version.current)
                    json.field("url", url)
                }, to: STDOUT_FILENO)
        }
    }

    /// Something that an operator should know.
    func warning(_ message: String) {
        switch format {
        case .text: write("azulejo: \(message)", to: STDERR_FILENO)
        case .json:
            write(
                json { json in
                    json.field("event", "warning")
                    json.field("message", message)
                }, to: STDERR_FILENO)
        }
    }

    /// One request that was answered.
    func access(method: String, target: String, status: Int, byteCount: Int, milliseconds: Int) {
        switch format {
        case .text: write("\(method) \(target) \(status) \(byteCount) \(milliseconds)ms", to: STDERR_FILENO)
        case .json:
            write(
                json { json in
                    json.field("event", "request")
                    json.field("method", method)
                    json.field("target", target)
                    json.field("status", status)
                    json.field("bytes", byteCount)
                    json.field("milliseconds", milliseconds)
                }, to: STDERR_FILENO)
        }
    }

    private func json(_ content: (inout JSONWriter) -> Void) -> String {
        String(decoding: JSONWriter.object(content), as: UTF8.self)
    }

    private func write(_ line: String, to descriptor: Int32) {
        let bytes = Array((line + "\n").utf8)
        _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
