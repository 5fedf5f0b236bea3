// Failures that trying again would only repeat.

internal import Imaging
private import Synchronization

/// Remembers by key what a source did wrong. Keys carry the source's version, so a changed file is tried again. Any thread.
final class FailureMemory<Key: Hashable & Sendable>: Sendable {
    private let failures = Mutex<[Key: TileError]>([:])

    /// Failures at most; forgetting one costs another try.
    private static var capacity: Int { 10_000 }

    subscript(key: Key) -> TileError? { failures.withLock { $0[key] } }

    /// Keeps a failure that is the source's own. One of ours (no space, a file that changed meanwhile) is tried again.
    func remember(_ failure: TileError, for key: Key) {
        guard case .source(let error) = failure, !error.isPassing else { return }
        failures.withLock { failures in
            if failures.count >= FailureMemory.capacity { failures.removeAll() }
            failures[key] = failure
        }
    }
}
