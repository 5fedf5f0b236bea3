// PyramidStorage: where finished pyramids are kept. A cache folder is the only implementation.

public import Library
public import PyramidFormat
public import System

/// Keeps finished pyramids by version. Implementations are safe for all threads.
public protocol PyramidStorage: Sendable {
    /// A pyramid that is open already. Does not wait, so that loops may ask.
    func opened(_ version: ImageVersion) -> PyramidFile?

    /// The pyramid of a record, opened where it is not open. Worker and builder threads.
    /// - Returns: nil when there is none, or none that is whole.
    /// - Throws: `SystemError` when there is one that cannot be opened now.
    func existing(_ record: ImageRecord) throws(SystemError) -> PyramidFile?

    /// A new file for the pyramid of a version. Builder threads.
    func makeFile(for version: ImageVersion) throws(SystemError) -> UnfinishedFile

    /// Counts a file that is being written against the storage's bound.
    /// - Parameter byteCount: how many bytes the file is about to have. Threads that write side by side report their ends in any order.
    func willGrow(_ version: ImageVersion, to byteCount: Int)

    /// The file that was being written is finished or given up. Called once for each `makeFile`.
    func didEndWriting(_ version: ImageVersion)

    /// Keeps a complete pyramid under its version, in a way that survives a power cut. Where another process has published the same
    /// pyramid, that one may stay. From then on `opened` finds it.
    func publish(_ pyramid: PyramidFile, in file: UnfinishedFile, of record: ImageRecord) throws(SystemError)

    /// Removes the pyramid of a version. Readers that have it open go on reading.
    func forget(_ version: ImageVersion)

    /// Removes the pyramid of a version if it is this file, which could not be read as it was written.
    func discard(_ version: ImageVersion, _ file: ReadOnlyFile)
}
