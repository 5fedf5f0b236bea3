// A failed system call on a file of the cache.

private import Glibc

/// What failed, on which file, in the system's words.
struct SystemError: Error, CustomStringConvertible {
    let call: StaticString
    let path: String
    let reason: String
    var isMissingFile = false

    /// The error of the system call that has just failed.
    static func last(_ call: StaticString, _ path: String) -> SystemError {
        SystemError(call: call, path: path, reason: unsafe String(cString: strerror(errno)), isMissingFile: errno == ENOENT)
    }

    var description: String { "\(path): \(call): \(reason)" }
}
