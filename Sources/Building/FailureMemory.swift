// Failures that trying again would only repeat.

internal import Imaging
private import Library
private import Synchronization
public import System

/// Remembers by key what a source did wrong, and for some seconds what the cache folder did. Keys carry the source's version, so a changed
/// file is tried again. Any thread.
public final class FailureMemory<Key: Hashable & Sendable>: Sendable {
    private struct Failure {
        let error: TileError
        /// On the monotonic clock, in milliseconds.
        let end: Int
    }

    private let failures = Mutex<[Key: Failure]>([:])
    private let transientLifetime: Int
    private let now: @Sendable () -> Int

    /// Failures at most; forgetting one costs another try.
    private static var capacity: Int { 10_000 }

    /// - Parameters:
    ///   - transientLifetime: for how many milliseconds a failure of the cache folder is remembered: a full disk is not filled anew for each
    ///     request.
    ///   - now: milliseconds of a clock.
    public init(transientLifetime: Int = 0, now: @escaping @Sendable () -> Int = { MonotonicClock.milliseconds }) {
        self.transientLifetime = transientLifetime
        self.now = now
    }

    public subscript(key: Key) -> TileError? {
        failures.withLock { failures in
            guard let failure = failures[key] else { return nil }
            if failure.end > now() { return failure.error }
            failures[key] = nil
            return nil
        }
    }

    /// Forgets the failures of some keys.
    public func forget(where isForgotten: (Key) -> Bool) { failures.withLock { $0 = $0.filter { !isForgotten($0.key) } } }

    /// Keeps a failure that another try would only repeat. A file that changed meanwhile, say, is tried again.
    public func remember(_ error: TileError, for key: Key) {
        let end: Int
        switch error {
        case .source(let error) where !error.isTransient: end = .max
        case .cache where transientLifetime > 0: end = now() + transientLifetime
        default: return
        }
        failures.withLock { failures in
            if failures.count >= FailureMemory.capacity { failures.removeAll() }
            failures[key] = Failure(error: error, end: end)
        }
    }
}
