// One piece of work for a key, whoever asks and whoever leaves.

@testable import Building
import Testing
import TestSupport
@testable import Tiles
import Workers

@Suite struct SingleFlightTests {
    typealias Flights = SingleFlight<String, Int>

    /// Work that the test starts and ends by hand, and what became of it.
    private final class Work: Sendable {
        let begun = Shared(0)
        let dropped = Shared(0)
        let canBeDropped = Shared(true)
        let results = Shared<[String]>([])

        var begin: @Sendable () throws(TileError) -> Flights.Drop {
            { [self] () throws(TileError) in
                begun.update { $0 += 1 }
                return { [self] in
                    guard canBeDropped.value else { return false }
                    dropped.update { $0 += 1 }
                    return true
                }
            }
        }

        func receive(_ name: String) -> Flights.Completion {
            { [self] result in
                let text =
                    switch result {
                    case .success(let value): "\(name) \(value)"
                    case .failure(let error): "\(name) \(error)"
                    }
                results.update { $0.append(text) }
            }
        }
    }

    @Test("One run serves all waiters of a key") func oneRunForAll() {
        let (flights, work) = (Flights(), Work())
        let interests = ["a", "b", "c"].map { flights.join("k", lane: .wanted, completion: work.receive($0), begin: work.begin) }
        _ = flights.join("other", lane: .wanted, completion: work.receive("d"), begin: work.begin)
        #expect(work.begun.value == 2)
        #expect(!flights.endIfUnwanted("k"))
        flights.finish("k", .success(7))
        #expect(work.results.value.sorted() == ["a 7", "b 7", "c 7"])
        for subscription in interests { subscription.cancel() }
        flights.finish("k", .success(8))
        #expect(work.results.value.count == 3 && work.dropped.value == 0)
        _ = flights.join("k", lane: .wanted, completion: work.receive("e"), begin: work.begin)
        #expect(work.begun.value == 3, "what comes later is work of its own")
    }

    @Test("Cancelling drops work that has not started") func cancelDropsUnstartedWork() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.receive("a"), begin: work.begin)
        subscription.cancel()
        subscription.cancel()
        #expect(work.dropped.value == 1)
        #expect(flights.endIfUnwanted("k"))
        _ = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin)
        #expect(work.begun.value == 2)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
    }

    @Test("Work continues when one of two waiters leaves") func oneOfTwoLeaves() {
        let (flights, work) = (Flights(), Work())
        let first = flights.join("k", lane: .wanted, completion: work.receive("a"), begin: work.begin)
        let second = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin)
        first.cancel()
        #expect(work.dropped.value == 0)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
        second.cancel()
        #expect(work.dropped.value == 0)
    }

    @Test("Started work continues without waiters, and serves later ones") func startedWork() {
        let (flights, work) = (Flights(), Work())
        work.canBeDropped.update { $0 = false }
        flights.join("k", lane: .wanted, completion: work.receive("a"), begin: work.begin).cancel()
        _ = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin)
        #expect(work.begun.value == 1)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
        flights.join("k", lane: .wanted, completion: work.receive("c"), begin: work.begin).cancel()
        #expect(flights.endIfUnwanted("k"))
        #expect(flights.endIfUnwanted("k"))
        flights.finish("k", .success(2))
        #expect(work.results.value == ["b 1"])
    }

    @Test("When work cannot begin, all present waiters receive the error, and the next one tries again") func cannotBegin() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.receive("a")) { () throws(TileError) in
            _ = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin)
            throw .overloaded
        }
        #expect(work.begun.value == 0)
        #expect(work.results.value.sorted() == ["a overloaded", "b overloaded"])
        subscription.cancel()
        _ = flights.join("k", lane: .wanted, completion: work.receive("c"), begin: work.begin)
        #expect(work.begun.value == 1)
    }

    @Test("Work that has not started begins again for a more urgent waiter only") func hastens() {
        let (flights, work) = (Flights(), Work())
        let first = flights.join("k", lane: .prefetch, completion: work.receive("a"), begin: work.begin)
        _ = flights.join("k", lane: .prefetch, completion: work.receive("b"), begin: work.begin)
        _ = flights.join("k", lane: .background, completion: work.receive("c"), begin: work.begin)
        #expect(work.begun.value == 1 && flights.lane(of: "k") == .prefetch)
        _ = flights.join("k", lane: .wanted, completion: work.receive("d"), begin: work.begin)
        #expect(work.begun.value == 2 && work.dropped.value == 1 && flights.lane(of: "k") == .wanted)
        _ = flights.join("k", lane: .viewport, completion: work.receive("e"), begin: work.begin)
        #expect(work.begun.value == 2 && flights.lane(of: "k") == .wanted)
        first.cancel()
        flights.finish("k", .success(1))
        #expect(work.results.value.sorted() == ["b 1", "c 1", "d 1", "e 1"] && flights.lane(of: "k") == nil)
    }

    @Test("Started work serves a more urgent waiter, too") func hastensNoStartedWork() {
        let (flights, work) = (Flights(), Work())
        work.canBeDropped.update { $0 = false }
        _ = flights.join("k", lane: .background, completion: work.receive("a"), begin: work.begin)
        _ = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin)
        #expect(work.begun.value == 1 && flights.lane(of: "k") == .wanted)
        flights.finish("k", .success(1))
        #expect(work.results.value.sorted() == ["a 1", "b 1"])
    }

    @Test("Work may end before `begin` returns") func endsAtOnce() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.receive("a")) { () throws(TileError) in
            flights.finish("k", .success(1))
            return {
                work.dropped.update { $0 += 1 }
                return true
            }
        }
        subscription.cancel()
        #expect(work.results.value == ["a 1"] && work.dropped.value == 0)
        #expect(flights.endIfUnwanted("k"))
    }

    @Test("A completion may ask for the same key again") func again() {
        let (flights, work) = (Flights(), Work())
        let again: Flights.Completion = { _ in _ = flights.join("k", lane: .wanted, completion: work.receive("b"), begin: work.begin) }
        _ = flights.join("k", lane: .wanted, completion: again, begin: work.begin)
        flights.finish("k", .success(1))
        #expect(work.begun.value == 2 && work.results.value == [])
        flights.finish("k", .success(2))
        #expect(work.results.value == ["b 2"])
    }

    @Test("A key without a flight has no waiters") func nobody() {
        let flights = Flights()
        flights.finish("k", .failure(.overloaded))
        #expect(flights.endIfUnwanted("k"))
    }

    @Test("A subscription keeps neither the flights nor its completion alive when it is over") func releases() {
        final class Load: Sendable {}
        weak var load: Load?
        weak var weakFlights: Flights?
        var subscription: Subscription?
        do {
            let flights = Flights()
            weakFlights = flights
            let new = Load()
            load = new
            subscription = flights.join("k", lane: .wanted, completion: { _ in _ = new }, begin: { () throws(TileError) in { true } })
        }
        #expect(weakFlights == nil && load == nil)
        subscription?.cancel()
    }

    @Test("With many threads, each remaining waiter is called exactly once") func stress() {
        let flights = SingleFlight<Int, Int>()
        let workers = WorkerPool(threads: 3, capacity: 100_000)
        let clients = WorkerPool(threads: 4, capacity: 10)
        let each = 4_000
        let calls = (0..<4).map { _ in Shared([Int](repeating: 0, count: each)) }
        let left = (0..<4).map { _ in Shared([Bool](repeating: false, count: each)) }
        for client in 0..<4 {
            _ = clients.submit(.wanted) { [calls = calls[client], left = left[client]] in
                var generator = SeededGenerator(seed: UInt64(client))
                var interests: [(number: Int, subscription: Subscription)] = []
                for number in 0..<each {
                    let key = Int.random(in: 0..<5, using: &generator)
                    let subscription = flights.join(key, lane: .wanted, completion: { _ in calls.update { $0[number] += 1 } }) {
                        () throws(TileError) in
                        let job = workers.submit(.wanted) {
                            guard !flights.endIfUnwanted(key) else { return }
                            flights.finish(key, .success(key))
                        }
                        guard let job else { throw .overloaded }
                        return { workers.drop(job) }
                    }
                    interests.append((number, subscription))
                    if generator.next() % 2 == 0 {
                        let choice = interests.remove(at: Int.random(in: interests.indices, using: &generator))
                        choice.subscription.cancel()
                        left.update { $0[choice.number] = true }
                    }
                }
            }
        }
        clients.shutDown()
        workers.shutDown()
        for (calls, left) in zip(calls, left) {
            let pairs = zip(calls.value, left.value)
            #expect(pairs.allSatisfy { $0 == 1 || $0 == 0 && $1 }, "once, or not at all for those who left")
        }
        for key in 0..<5 { #expect(flights.endIfUnwanted(key)) }
    }
}
