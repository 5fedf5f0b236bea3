// SystemError: a failed system call on a file.

private import Glibc

/// A system call that failed, the file that it was about, and the system's reason.
public struct SystemError: Error, CustomStringConvertible {
    /// The system call, or the step in words.
    public let call: StaticString
    /// The path of the file.
    public let path: String
    /// The system's words.
    public let reason: String
    /// True when the error is that there is no such file.
    public let isMissingFile: Bool

    /// An error whose reason is known in words.
    public init(call: StaticString, path: String, reason: String) {
        self.call = call
        self.path = path
        self.reason = reason
        isMissingFile = false
    }

    /// An error with a number of errno(3).
    public init(call: StaticString, path: String, number: Int32) {
        self.call = call
        self.path = path
        reason = SystemError.reason(number)
        isMissingFile = number == ENOENT
    }

    /// The error of the system call that has just failed on the calling thread.
    public static func last(_ call: StaticString, _ path: String) -> SystemError {
        SystemError(call: call, path: path, number: errno)
    }

    /// The system's words for a number of errno(3).
    public static func reason(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

    /// Path, call and reason in one line.
    public var description: String { "\(path): \(call): \(reason)" }
}
