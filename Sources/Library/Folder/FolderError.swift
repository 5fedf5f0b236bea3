// FolderError: the folder of images cannot be used.

private import Glibc
private import System

/// A folder of images that is missing or cannot be read.
public struct FolderError: Error, Sendable {
    /// The path as it was given.
    public let path: String
    /// The system's words.
    public let reason: String

    /// The error of the system call that has just failed on the calling thread.
    static func last(_ path: String) -> FolderError { FolderError(path: path, reason: SystemError.reason(errno)) }
}
