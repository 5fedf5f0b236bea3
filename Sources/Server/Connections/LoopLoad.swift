// LoopLoad: the load of a loop, readable by other threads.

private import Synchronization

/// The number of a loop's connections, and the counters of its requests. Any thread.
final class LoopLoad: Sendable {
    /// Connections that were given to the loop and are not closed yet.
    private let connections = Atomic<Int>(0)
    let metrics = RequestMetrics()

    var connectionCount: Int { connections.load(ordering: .relaxed) }
    func connectionWillOpen() { connections.add(1, ordering: .relaxed) }
    func connectionDidClose() { connections.subtract(1, ordering: .relaxed) }
}
