// OpenPyramids: the finished pyramid files that are kept open.

internal import Library
internal import PyramidFormat
private import Synchronization
internal import System

/// Keeps finished pyramids open, the least recently used closed first. Any thread.
public final class OpenPyramids: Sendable {
    private struct Open {
        let file: PyramidFile
        /// When the use was last reported to the disk cache.
        var reportedAt: Int
    }

    private let state: Mutex<OpenFiles<Open>>

    /// Bytes of all their indices, at most.
    private static let indexCapacity = 128 << 20
    /// Milliseconds within which a use is not reported again.
    private static let reportInterval = 1_000

    /// - Parameter capacity: files at most; each takes a descriptor.
    public init(capacity: Int) {
        state = Mutex(OpenFiles(capacity: capacity, byteCapacity: OpenPyramids.indexCapacity))
    }

    /// An open pyramid, and whether its use is to be reported to the disk cache.
    func file(_ version: ImageVersion) -> (file: PyramidFile, isDue: Bool)? {
        state.withLock { state in
            guard let open = state.use(version) else { return nil }
            let now = MonotonicClock.milliseconds
            guard now - open.reportedAt >= OpenPyramids.reportInterval else { return (open.file, false) }
            state.update(version, Open(file: open.file, reportedAt: now))
            return (open.file, true)
        }
    }

    /// Keeps a file that was opened or written.
    /// - Returns: the file that is kept: another thread may have opened the pyramid before.
    func keep(_ file: PyramidFile, _ version: ImageVersion) -> PyramidFile {
        let (kept, _) = state.withLock { state -> (PyramidFile, [Open]) in
            if let earlier = state.use(version) { return (earlier.file, []) }
            let open = Open(file: file, reportedAt: MonotonicClock.milliseconds)
            return (file, state.insert(open, version, byteCount: file.indexByteCount))
        }
        return kept
    }

    /// Closes the pyramid of a version, if it is this file. Readers that have it go on reading.
    /// - Returns: true when it was closed.
    func close(_ version: ImageVersion, file: ReadOnlyFile) -> Bool {
        state.withLock { state in
            guard state.use(version)?.file.file === file else { return false }
            return state.remove(version) != nil
        }
    }

    /// Closes the pyramid that has this name in the cache folder.
    public func close(named name: String) {
        if let version = CacheNames.version(ofPyramid: name) { close(version) }
    }

    /// Closes the pyramid of a version. Readers that have it go on reading.
    func close(_ version: ImageVersion) { _ = state.withLock { $0.remove(version) } }
}
