// SystemError: a failed system call on a file.

private import Glibc

/// A failed system call, the file that it was for, and the reason.
public struct SystemError: Error, CustomStringConvertible {
    /// The name of the system call, or the step in words.
    public let call: StaticString
    /// The path of the file.
    public let path: String
    /// The reason in words, usually those of the system.
    public let reason: String
    /// True when the file does not exist (ENOENT).
    public let isMissingFile: Bool

    /// Creates an error with a reason in words.
    public init(call: StaticString, path: String, reason: String) {
        self.call = call
        self.path = path
        self.reason = reason
        isMissingFile = false
    }

    /// Creates an error with an error number of errno(3).
    public init(call: StaticString, path: String, number: Int32) {
        self.call = call
        self.path = path
        reason = SystemError.reason(number)
        isMissingFile = number == ENOENT
    }

    /// Creates an error for the system call that has just failed on the calling thread.
    public static func last(_ call: StaticString, _ path: String) -> SystemError {
        SystemError(call: call, path: path, number: errno)
    }

    /// The system's message for an error number of errno(3).
    public static func reason(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }

    /// Path, call and reason in one line.
    public var description: String { "\(path): \(call): \(reason)" }
}
