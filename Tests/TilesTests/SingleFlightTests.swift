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

        func hear(_ name: String) -> Flights.Completion {
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

    @Test func oneRunForAll() {
        let (flights, work) = (Flights(), Work())
        let interests = ["a", "b", "c"].map { flights.join("k", lane: .wanted, completion: work.hear($0), begin: work.begin) }
        _ = flights.join("other", lane: .wanted, completion: work.hear("d"), begin: work.begin)
        #expect(work.begun.value == 2)
        #expect(!flights.endIfUnwanted("k"))
        flights.finish("k", .success(7))
        #expect(work.results.value.sorted() == ["a 7", "b 7", "c 7"])
        for subscription in interests { subscription.cancel() }
        flights.finish("k", .success(8))
        #expect(work.results.value.count == 3 && work.dropped.value == 0)
        _ = flights.join("k", lane: .wanted, completion: work.hear("e"), begin: work.begin)
        #expect(work.begun.value == 3, "what comes later is work of its own")
    }

    @Test func cancelDropsUnstartedWork() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.hear("a"), begin: work.begin)
        subscription.cancel()
        subscription.cancel()
        #expect(work.dropped.value == 1)
        #expect(flights.endIfUnwanted("k"))
        _ = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin)
        #expect(work.begun.value == 2)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
    }

    @Test func oneOfTwoLeaves() {
        let (flights, work) = (Flights(), Work())
        let first = flights.join("k", lane: .wanted, completion: work.hear("a"), begin: work.begin)
        let second = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin)
        first.cancel()
        #expect(work.dropped.value == 0)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
        second.cancel()
        #expect(work.dropped.value == 0)
    }

    /// Work that has started goes on when the last has left, and serves whoever comes before its end.
    @Test func startedWork() {
        let (flights, work) = (Flights(), Work())
        work.canBeDropped.update { $0 = false }
        flights.join("k", lane: .wanted, completion: work.hear("a"), begin: work.begin).cancel()
        _ = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin)
        #expect(work.begun.value == 1)
        flights.finish("k", .success(1))
        #expect(work.results.value == ["b 1"])
        flights.join("k", lane: .wanted, completion: work.hear("c"), begin: work.begin).cancel()
        #expect(flights.endIfUnwanted("k"))
        #expect(flights.endIfUnwanted("k"))
        flights.finish("k", .success(2))
        #expect(work.results.value == ["b 1"])
    }

    /// Where work cannot begin, all who have come by then are told, and the next tries again.
    @Test func cannotBegin() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.hear("a")) { () throws(TileError) in
            _ = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin)
            throw .overloaded
        }
        #expect(work.begun.value == 0)
        #expect(work.results.value.sorted() == ["a overloaded", "b overloaded"])
        subscription.cancel()
        _ = flights.join("k", lane: .wanted, completion: work.hear("c"), begin: work.begin)
        #expect(work.begun.value == 1)
    }

    /// Work that has not started begins anew for whom it is more urgent, and for nobody else.
    @Test func hastens() {
        let (flights, work) = (Flights(), Work())
        let first = flights.join("k", lane: .prefetch, completion: work.hear("a"), begin: work.begin)
        _ = flights.join("k", lane: .prefetch, completion: work.hear("b"), begin: work.begin)
        _ = flights.join("k", lane: .background, completion: work.hear("c"), begin: work.begin)
        #expect(work.begun.value == 1 && flights.lane(of: "k") == .prefetch)
        _ = flights.join("k", lane: .wanted, completion: work.hear("d"), begin: work.begin)
        #expect(work.begun.value == 2 && work.dropped.value == 1 && flights.lane(of: "k") == .wanted)
        _ = flights.join("k", lane: .viewport, completion: work.hear("e"), begin: work.begin)
        #expect(work.begun.value == 2 && flights.lane(of: "k") == .wanted)
        first.cancel()
        flights.finish("k", .success(1))
        #expect(work.results.value.sorted() == ["b 1", "c 1", "d 1", "e 1"] && flights.lane(of: "k") == nil)
    }

    /// Work that runs goes on, and serves the more urgent, too.
    @Test func hastensNoStartedWork() {
        let (flights, work) = (Flights(), Work())
        work.canBeDropped.update { $0 = false }
        _ = flights.join("k", lane: .background, completion: work.hear("a"), begin: work.begin)
        _ = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin)
        #expect(work.begun.value == 1 && flights.lane(of: "k") == .wanted)
        flights.finish("k", .success(1))
        #expect(work.results.value.sorted() == ["a 1", "b 1"])
    }

    /// Work may be at its end before `begin` has returned.
    @Test func endsAtOnce() {
        let (flights, work) = (Flights(), Work())
        let subscription = flights.join("k", lane: .wanted, completion: work.hear("a")) { () throws(TileError) in
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

    /// A completion may ask for the same key again.
    @Test func again() {
        let (flights, work) = (Flights(), Work())
        let again: Flights.Completion = { _ in _ = flights.join("k", lane: .wanted, completion: work.hear("b"), begin: work.begin) }
        _ = flights.join("k", lane: .wanted, completion: again, begin: work.begin)
        flights.finish("k", .success(1))
        #expect(work.begun.value == 2 && work.results.value == [])
        flights.finish("k", .success(2))
        #expect(work.results.value == ["b 2"])
    }

    @Test func nobody() {
        let flights = Flights()
        flights.finish("k", .failure(.overloaded))
        #expect(flights.endIfUnwanted("k"))
    }

    /// An subscription keeps neither the flights nor its own completion once it is over.
    @Test func releases() {
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

    /// Threads that join, leave and finish as they please: whoever stays is told once, and nobody twice.
    @Test func stress() {
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
