// SingleFlight: one run of work for each key at a time, however many requests want its result.

internal import Building
private import Synchronization
internal import Workers

/// Joins requests for the same key. Work begins with the first waiter. It is queued again when a more urgent waiter joins before it has started.
/// Every waiter receives the result. When the last waiter leaves before the work has started, it is dropped. Any thread.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Completion = @Sendable (Result<Value, TileError>) -> Void
    /// Tries to drop work that has not started; true where it will never run.
    typealias Drop = @Sendable () -> Bool

    private struct Flight {
        var waiters: [Int: Completion] = [:]
        /// The lane of the most urgent waiter that has joined.
        var lane: Lane
        var drop: Drop?
    }

    private struct State {
        var flights: [Key: Flight] = [:]
        var nextWaiter = 0

        /// Makes a flight as urgent as this lane.
        /// - Returns: whether its work was dropped for that, since it stood in a lane of less urgency, and has to begin anew.
        mutating func hasten(_ key: Key, to lane: Lane) -> Bool {
            guard let flight = flights[key], lane.rawValue < flight.lane.rawValue else { return false }
            flights[key]?.lane = lane
            // As in `leave`, under the lock.
            guard let drop = flight.drop, drop() else { return false }
            flights[key]?.drop = nil
            return true
        }
    }

    private let state = Mutex(State())

    /// Joins the flight of a key, or begins it.
    /// - Parameters:
    ///   - lane: the urgency of the result for this waiter.
    ///   - completion: called once with the result, on the thread that finishes the work, unless the subscription was cancelled before.
    ///   - begin: starts the work, whose end calls `finish`. Returns how to drop it; throws when it cannot be started.
    func join(_ key: Key, lane: Lane, completion: @escaping Completion, begin: @Sendable () throws(TileError) -> Drop) -> Subscription {
        let (waiter, begins) = state.withLock { state in
            let waiter = state.nextWaiter
            state.nextWaiter += 1
            let begins = state.flights[key] == nil || state.hasten(key, to: lane)
            state.flights[key, default: Flight(lane: lane)].waiters[waiter] = completion
            return (waiter, begins)
        }
        if begins {
            do throws(TileError) {
                let drop = try begin()
                // Unless the work has already moved on, and said how to drop its next step.
                state.withLock { if $0.flights[key]?.drop == nil { $0.flights[key]?.drop = drop } }
            } catch {
                finish(key, .failure(error))
            }
        }
        return Subscription { [weak self] in self?.leave(key, waiter: waiter) }
    }

    /// The lane of the most urgent waiter that has joined a flight; nil when there is no flight.
    func lane(of key: Key) -> Lane? { state.withLock { $0.flights[key]?.lane } }

    /// Registers how to drop the present step of a flight. When the work has finished meanwhile, there is no flight, and nothing happens. When
    /// another flight of the key has begun, a drop that misses leaves work running that finds no waiters.
    func setDrop(_ key: Key, _ drop: @escaping Drop) {
        state.withLock { $0.flights[key]?.drop = drop }
    }

    /// Ends a flight and gives its result to all waiters.
    func finish(_ key: Key, _ result: Result<Value, TileError>) {
        let flight = state.withLock { $0.flights.removeValue(forKey: key) }
        for completion in (flight?.waiters ?? [:]).values { completion(result) }
    }

    /// True when a key has no waiter at this moment. A waiter may join again as long as its flight is not over.
    func isUnwanted(_ key: Key) -> Bool { state.withLock { $0.flights[key]?.waiters.isEmpty ?? true } }

    /// Ends the flight of a key when it has no waiter.
    /// - Returns: true when the flight is over. The caller then stops without `finish`.
    func endIfUnwanted(_ key: Key) -> Bool {
        state.withLock { state in
            guard let flight = state.flights[key] else { return true }
            guard flight.waiters.isEmpty else { return false }
            state.flights[key] = nil
            return true
        }
    }

    private func leave(_ key: Key, waiter: Int) {
        state.withLock { state in
            guard state.flights[key]?.waiters.removeValue(forKey: waiter) != nil, let flight = state.flights[key],
                flight.waiters.isEmpty, let drop = flight.drop
            else { return }
            // Under the lock, so that no waiter can join work that is being dropped. The locks of `drop` are never held while calling here.
            if drop() { state.flights[key] = nil }
        }
    }
}
