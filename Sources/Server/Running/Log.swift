// Log: the lines of the server on standard output and standard error.

private import Glibc
private import Library
private import Protocols
private import Synchronization
internal import System
private import Workers

/// Writes lines for people or for programs, each with one system call. Any thread.
///
/// Access lines come from event loops, which must not wait for the reader of standard error. A separate thread writes them. When 10,000
/// lines wait for it, further lines are dropped.
public struct Log: Sendable {
    /// Text for people, or one JSON object a line for programs.
    public enum Format: String, Sendable {
        case text, json
    }

    let format: Format
    private let accessWriter: WorkerPool?
    private let warnings = RecentWarnings()

    /// The warnings of the last minute.
    private final class RecentWarnings: Sendable {
        private let times = Mutex<[String: Int]>([:])

        /// Returns true when the warning should be written: the same warning is written once a minute, since every request may cause it.
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

    /// - Parameter writesAccess: starts the thread that writes access lines.
    public init(_ format: Format, writesAccess: Bool = false) {
        self.format = format
        accessWriter = writesAccess ? WorkerPool(threads: 1, capacity: 10_000) : nil
    }

    /// Writes the remaining access lines and ends the thread. Call once.
    func finish() { accessWriter?.shutDown() }

    /// Writes the line that the server accepts requests. It is the only line on standard output.
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

    /// Writes a warning for the operator. The same warning is written at most once a minute.
    func warning(_ message: String) { warning(message, about: message) }

    /// Writes a warning whose text varies.
    /// - Parameter subject: warnings with equal subjects count as the same.
    func warning(_ message: String, about subject: String) {
        guard warnings.admit(subject) else { return }
        switch format {
        // A file name with a line break must not forge a line.
        case .text: write("azulejo: \(String(message.map { $0.isNewline ? " " : $0 }))", to: STDERR_FILENO)
        case .json:
            write(
                json { json in
                    json.field("event", "warning")
                    json.field("message", message)
                }, to: STDERR_FILENO)
        }
    }

    /// Writes the access line of an answered request. Never blocks; the line may be dropped.
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
