// What other threads may know of a loop.

private import Synchronization

/// A loop's load and counters. Any thread.
final class LoopLoad: Sendable {
    /// Connections dealt to the loop and not closed yet.
    private let connections = Atomic<Int>(0)
    let metrics = RequestMetrics()

    var connectionCount: Int { connections.load(ordering: .relaxed) }
    func connectionWillBeDealt() { connections.add(1, ordering: .relaxed) }
    func connectionDidClose() { connections.subtract(1, ordering: .relaxed) }
}
