// Counters of one loop's requests.

internal import HTTP
private import Synchronization

/// Requests by route and status, and how long they took. Written by one loop, read by whoever answers /metrics; the lock is hardly ever met.
final class RequestMetrics: Sendable {
    /// A key of the counters.
    struct Kind: Hashable, Sendable {
        let route: RouteName
        let status: Int
    }

    struct Counters: Sendable {
        var requests: [Kind: Int] = [:]
        /// Requests by the first bound of `bounds` that they stayed within, and those beyond all.
        var durations = [Int](repeating: 0, count: RequestMetrics.bounds.count + 1)
        var milliseconds = 0
    }

    /// In milliseconds.
    static let bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

    private let state = Mutex(Counters())

    func count(_ route: RouteName, _ status: Status, milliseconds: Int) {
        state.withLock { counters in
            counters.requests[Kind(route: route, status: status.rawValue), default: 0] += 1
            counters.milliseconds += milliseconds
            let bucket = RequestMetrics.bounds.firstIndex { milliseconds <= $0 } ?? RequestMetrics.bounds.count
            counters.durations[bucket] += 1
        }
    }

    var counters: Counters { state.withLock { $0 } }
}
