// OpenPyramids: the pyramid files that are kept open.

internal import Library
private import Synchronization

/// Keeps finished pyramids open, the least recently used closed first. Any thread.
final class OpenPyramids: Sendable {
    private struct Entry {
        let file: PyramidFile
        /// Larger is later.
        var lastUse: Int
        /// When the disk cache was told of its use.
        var toldAt: Int
    }

    private struct State {
        var entries: [ImageVersion: Entry] = [:]
        var clock = 0

        mutating func tick() -> Int {
            clock += 1
            return clock
        }
    }

    private let state = Mutex(State())

    /// Files at most: each takes a descriptor.
    private static let capacity = 64
    /// Bytes of all their indices, at most.
    private static let indexCapacity = 128 << 20
    /// Milliseconds within which a use is not told again.
    private static let tellingInterval = 1_000

    /// An open pyramid, and whether its use is to be told to the disk cache.
    func file(_ version: ImageVersion) -> (file: PyramidFile, isDue: Bool)? {
        state.withLock { state in
            guard var entry = state.entries[version] else { return nil }
            let now = MonotonicClock.milliseconds
            let isDue = now - entry.toldAt >= OpenPyramids.tellingInterval
            if isDue { entry.toldAt = now }
            entry.lastUse = state.tick()
            state.entries[version] = entry
            return (entry.file, isDue)
        }
    }

    /// Keeps a file that was opened or written.
    /// - Returns: the one that is kept: another thread may have opened it before.
    func keep(_ file: PyramidFile, _ version: ImageVersion) -> PyramidFile {
        state.withLock { state in
            if let earlier = state.entries[version] { return earlier.file }
            state.entries[version] = Entry(file: file, lastUse: state.tick(), toldAt: MonotonicClock.milliseconds)
            while state.entries.count > 1,
                state.entries.count > OpenPyramids.capacity
                    || state.entries.values.reduce(0, { $0 + $1.file.indexByteCount }) > OpenPyramids.indexCapacity
            {
                guard let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse }) else { break }
                state.entries[oldest.key] = nil
            }
            return file
        }
    }

    /// Closes a pyramid, if it is this file of it. Who reads it goes on reading.
    func close(_ version: ImageVersion, file: ReadOnlyFile) -> Bool {
        state.withLock { state in
            guard state.entries[version]?.file.file === file else { return false }
            state.entries[version] = nil
            return true
        }
    }

    /// Closes the pyramid that has this name in the cache folder.
    func close(named name: String) {
        state.withLock { state in
            for version in state.entries.keys where version.pyramidName == name { state.entries[version] = nil }
        }
    }
}

extension ImageVersion {
    /// Where the pyramid of this version is kept below the cache folder.
    var pyramidName: String { "pyramids/\(self).szi" }
}
