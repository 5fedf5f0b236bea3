// FileListing: the names of all files of a backend, kept for a second.

private import Synchronization
internal import System

/// Lists a backend at most once a second. Any thread; worker threads, since listing waits.
final class FileListing: Sendable {
    private let backend: any LibraryBackend
    /// The last list, and when it was complete, in milliseconds of the monotonic clock.
    private let last = Mutex<(names: [String], at: Int)?>(nil)

    /// How long a list is used, in milliseconds.
    private static let lifetime = 1_000

    init(_ backend: any LibraryBackend) { self.backend = backend }

    /// The names of all files in natural order, not older than a second.
    func names() -> [String] {
        // Held while the backend lists: a second caller waits for the list instead of making its own.
        last.withLock { last in
            if let last, MonotonicClock.milliseconds - last.at < FileListing.lifetime { return last.names }
            let names = backend.list()
            last = (names, MonotonicClock.milliseconds)
            return names
        }
    }
}
