// RequestMetrics: the counters of one loop's requests.

internal import HTTP
private import Synchronization

/// Requests by route and status, and their durations. Any thread. One loop writes, and the answer to /metrics reads, so that the lock is
/// rarely contended.
final class RequestMetrics: Sendable {
    struct Counters: Sendable {
        /// By route and status: `requests[route.index * statuses + status - 100]`, as far as there were requests.
        fileprivate var requests: [Int] = []
        /// Requests by the first bound of `bounds` that they stayed within, and those beyond all.
        var durations = [Int](repeating: 0, count: RequestMetrics.bounds.count + 1)
        /// The sum of all durations.
        var milliseconds = 0

        /// Requests of a route that were answered with a status.
        func requests(_ route: RouteName, status: Int) -> Int {
            let index = route.index * RequestMetrics.statuses + status - 100
            return requests.indices.contains(index) ? requests[index] : 0
        }
    }

    /// Upper bounds of durations, in milliseconds.
    static let bounds = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]
    /// Status codes are 100 to 599.
    private static let statuses = 500

    private let state = Mutex(Counters())

    /// Counts a request.
    /// - Parameter milliseconds: the time from the parsed request to the written answer.
    func count(_ route: RouteName, _ status: Status, milliseconds: Int) {
        let bucket = RequestMetrics.bounds.firstIndex { milliseconds <= $0 } ?? RequestMetrics.bounds.count
        state.withLock { counters in
            let missing = (route.index + 1) * RequestMetrics.statuses - counters.requests.count
            if missing > 0 { counters.requests += repeatElement(0, count: missing) }
            counters.requests[route.index * RequestMetrics.statuses + status.rawValue - 100] += 1
            counters.milliseconds += milliseconds
            counters.durations[bucket] += 1
        }
    }

    /// A copy of the counters.
    var counters: Counters { state.withLock { $0 } }
}
