// ReadError: a read of a source that failed.
private import Glibc
private import System

/// Why bytes of a source could not be read.
public struct ReadError: Error, Hashable, Sendable {
    /// The number of errno(3) that C libraries receive; never 0.
    public let number: Int32
    /// For messages.
    public let reason: String

    /// A failed system call, in the system's words.
    public init(number: Int32) {
        self.number = number
        reason = SystemError.reason(number)
    }

    /// A failure that has no number, such as that of another machine. C libraries receive EIO.
    public init(reason: String) {
        number = EIO
        self.reason = reason
    }
}
