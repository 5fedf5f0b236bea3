// What the server says on standard output and standard error.

private import Glibc
private import Library
private import Protocols
private import Synchronization
internal import System
private import Workers

/// Lines for people or for machines. Any thread; a line is written with one call.
///
/// Access lines come from loops, which may not wait for whoever reads them: a thread of their own writes them, and where it falls far
/// behind, lines are lost.
public struct Log: Sendable {
    /// Lines for people, or one JSON object a line.
    public enum Format: String, Sendable {
        case text, json
    }

    let format: Format
    private let accessWriter: WorkerPool?
    private let warnings = RecentWarnings()

    /// What was warned of a short time ago.
    private final class RecentWarnings: Sendable {
        private let times = Mutex<[String: Int]>([:])

        /// Whether a warning is to be written: not the same again within a minute, which every request may give reason for.
        func admit(_ message: String) -> Bool {
            let now = MonotonicClock.milliseconds
            return times.withLock { times in
                if let last = times[message], now - last < 60_000 { return false }
                if times.count >= 100 { times.removeAll() }
                times[message] = now
                return true
            }
        }
    }

    init(_ format: Format, writesAccess: Bool = false) {
        self.format = format
        accessWriter = writesAccess ? WorkerPool(threads: 1, capacity: 10_000) : nil
    }

    /// Writes the access lines that wait. Call once, at the end.
    func finish() { accessWriter?.shutDown() }

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

    /// Something that an operator should know; the same once in a minute.
    func warning(_ message: String) { warning(message, about: message) }

    /// The same, where it is put into other words each time.
    /// - Parameter subject: what makes it the same.
    func warning(_ message: String, about subject: String) {
        guard warnings.admit(subject) else { return }
        switch format {
        // A name of a file cannot begin a line of its own.
        case .text: write("azulejo: \(String(message.map { $0.isNewline ? " " : $0 }))", to: STDERR_FILENO)
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
        _ = accessWriter?.submit(.wanted) {
            writeAccess(method: method, target: target, status: status, byteCount: byteCount, milliseconds: milliseconds)
        }
    }

    private func writeAccess(method: String, target: String, status: Int, byteCount: Int, milliseconds: Int) {
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
