// Which builds run, which wait, and which give way.

@testable import Building
import Geometry
import Imaging
import Library
import PyramidSupport
import Testing
import TestSupport
import Workers

@Suite struct BuildQueueTests {
    init() { #expect(isLibraryStarted) }

    /// A queue whose builds run until the test ends them, or until they are stopped.
    private final class Builds: Sendable {
        let folder = TemporaryFolder()
        let library: ImageLibrary
        let begun = Shared<[String]>([])
        let stopped = Shared<[String]>([])
        /// Results by identifier.
        private let results: Shared<[String: Result<Void, TileError>]>
        let answers = Shared<[String]>([])
        let given = Shared<[ImageVersion]>([])
        /// Milliseconds of the queue's clock.
        private let time = Shared(0)
        /// Whether builds that are stopped do not end yet.
        let areHeld = Shared(false)
        let budget: MemoryBudget
        /// Where those who wait for memory are told that somebody else waits no longer.
        private let others = WorkerPool(threads: 1, capacity: 100)
        let queue: BuildQueue

        init(limit: Int = 2, capacity: Int = 10, memory: Int = 1 << 20) throws {
            library = try ImageLibrary(
                folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: ""))
            let results = Shared<[String: Result<Void, TileError>]>([:])
            self.results = results
            budget = MemoryBudget(limit: memory) { [others] work in _ = others.submit(.wanted, work) }
            queue = BuildQueue(
                limit: limit, capacity: capacity, budget: budget, need: { $0.description.decodeBytes }, threadWillEnd: {},
                gaveUp: { [given] version in given.update { $0.append(version) } }, now: { [time] in time.value }
            ) { [begun, stopped, areHeld] build, isStopped in
                let name = build.record.identifier
                begun.update { $0.append(name) }
                results.wait { $0[name] != nil || isStopped() }
                if let result = results.update({ $0.removeValue(forKey: name) }) { return result }
                areHeld.wait { !$0 }
                stopped.update { $0.append(name) }
                return nil
            }
        }

        func record(_ name: String) throws -> ImageRecord {
            // Of a format that is decoded as a whole where the name says so: 9 bytes a pixel.
            if name.hasPrefix("whole") {
                folder.write(name, try gif(width: 60, height: 50))
            } else {
                folder.write(name, ppm(width: 600, height: 300))
            }
            return try library.record(name)
        }

        /// Waits for a pyramid.
        func wait(for record: ImageRecord) throws -> Subscription {
            let name = record.identifier
            let joined = try queue.join(record, isKept: false, unless: { false }) { [answers] build in
                (
                    build,
                    build.live.wait(for: nil) { result in
                        answers.update { $0.append(((try? result.get()) == nil ? "no " : "") + name) }
                    }
                )
            }
            return Subscription { [queue] in if let (build, waiter) = joined, let waiter { queue.leave(build, waiter: waiter) } }
        }

        deinit { others.shutDown() }

        /// Has somebody who does not wait ask for a pyramid.
        func keep(_ name: String) throws { try queue.join(record(name), isKept: true, unless: { false }) { _ in } }

        func pass(_ milliseconds: Int) { time.update { $0 += milliseconds } }

        func isStopped(_ record: ImageRecord) -> Bool? { queue.build(of: record.version)?.isStopped }

        func end(_ name: String, _ result: Result<Void, TileError> = .success(())) { results.update { $0[name] = result } }
    }

    @Test("Two builds run at once, in the order of their requests") func twoAtOnceInOrder() throws {
        let builds = try Builds()
        let records = try ["a", "b", "c", "d"].map(builds.record)
        let interests = try records.map(builds.wait)
        #expect(builds.begun.wait { $0.count == 2 })
        #expect(Set(builds.begun.value) == ["a", "b"] && builds.queue.runningCount == 2)
        builds.end("b")
        #expect(builds.begun.wait { $0.last == "c" })
        builds.end("a", .failure(.overloaded))
        #expect(builds.begun.wait { $0.last == "d" })
        builds.end("c")
        builds.end("d")
        #expect(builds.answers.wait { $0.count == 4 })
        #expect(Set(builds.answers.value) == ["no a", "b", "c", "d"])
        #expect(builds.stopped.value == [])
        withExtendedLifetime(interests) {}
        builds.queue.shutDown()
    }

    @Test("One build serves all its waiters") func joining() throws {
        let builds = try Builds()
        let record = try builds.record("a")
        let interests = try (0..<5).map { _ in try builds.wait(for: record) }
        interests[0].cancel()
        builds.end("a")
        #expect(builds.answers.wait { $0.count == 4 })
        #expect(builds.begun.value == ["a"])
        builds.queue.shutDown()
    }

    @Test("A build without waiters continues until another needs its place; then the oldest one stops") func givingWay() throws {
        let builds = try Builds()
        let records = try ["a", "b"].map(builds.record)
        let interests = try records.map(builds.wait)
        #expect(builds.begun.wait { $0.count == 2 })
        interests[1].cancel()
        interests[0].cancel()
        #expect(builds.stopped.value == [])
        builds.pass(BuildQueue.grace - 1)
        let third = try builds.wait(for: builds.record("c"))
        #expect(records.map(builds.isStopped) == [false, false], "who has been served may come back")
        builds.pass(BuildQueue.grace)
        #expect(builds.begun.wait { $0.last == "c" })
        #expect(builds.stopped.value == ["a"])
        #expect(builds.given.wait { $0 == [records[0].version] })
        builds.end("b")
        builds.end("c")
        #expect(builds.answers.wait { $0 == ["c"] })
        withExtendedLifetime(third) {}
        builds.queue.shutDown()
        #expect(builds.stopped.value == ["a"] && builds.begun.value.count == 3)
    }

    @Test("A build that loses its last waiter later gives way then") func givingWayLater() throws {
        let builds = try Builds(limit: 1)
        let first = try builds.wait(for: builds.record("a"))
        #expect(builds.begun.wait { $0 == ["a"] })
        let second = try builds.wait(for: builds.record("b"))
        #expect(builds.stopped.value == [])
        first.cancel()
        builds.pass(BuildQueue.grace)
        #expect(builds.begun.wait { $0 == ["a", "b"] })
        #expect(builds.stopped.value == ["a"])
        builds.end("b")
        #expect(builds.answers.wait { $0 == ["b"] })
        withExtendedLifetime(second) {}
        builds.queue.shutDown()
    }

    @Test("A queued build without waiters is dropped") func leavingTheQueue() throws {
        let builds = try Builds(limit: 1)
        let first = try builds.wait(for: builds.record("a"))
        #expect(builds.begun.wait { $0 == ["a"] })
        let second = try builds.record("b")
        try builds.wait(for: second).cancel()
        let third = try builds.wait(for: builds.record("c"))
        builds.end("a")
        #expect(builds.begun.wait { $0 == ["a", "c"] })
        #expect(builds.given.value == [second.version], "whoever listens hears of it")
        builds.end("c")
        #expect(builds.answers.wait { $0 == ["a", "c"] })
        withExtendedLifetime((first, third)) {}
        builds.queue.shutDown()
    }

    @Test("A stopped build that is wanted again begins behind the other") func wantedAgain() throws {
        let builds = try Builds(limit: 1)
        let record = try builds.record("a")
        let first = try builds.wait(for: record)
        #expect(builds.begun.wait { $0 == ["a"] })
        let second = try builds.wait(for: builds.record("b"))
        builds.areHeld.update { $0 = true }
        first.cancel()
        builds.pass(BuildQueue.grace)
        let build = try #require(builds.queue.build(of: record.version))
        #expect(builds.begun.wait { _ in build.isStopped })
        let again = try builds.wait(for: record)
        builds.areHeld.update { $0 = false }
        #expect(builds.begun.wait { $0 == ["a", "b"] })
        builds.end("b")
        #expect(builds.begun.wait { $0 == ["a", "b", "a"] })
        builds.end("a")
        #expect(builds.answers.wait { $0 == ["b", "a"] })
        #expect(builds.given.value == [])
        withExtendedLifetime((second, again)) {}
        builds.queue.shutDown()
    }

    @Test("Clients that come back for the next tiles keep their builds") func servedInTurn() throws {
        let builds = try Builds(limit: 1)
        let record = try builds.record("a")
        let other = try builds.wait(for: builds.record("b"))
        #expect(builds.begun.wait { $0 == ["b"] })
        var subscription = try builds.wait(for: record)
        builds.end("b")
        #expect(builds.begun.wait { $0 == ["b", "a"] })
        let third = try builds.wait(for: builds.record("c"))
        for _ in 0..<10 {
            subscription.cancel()
            builds.pass(BuildQueue.grace - 1)
            subscription = try builds.wait(for: record)
        }
        #expect(builds.isStopped(record) == false)
        builds.end("a")
        #expect(builds.begun.wait { $0 == ["b", "a", "c"] })
        builds.end("c")
        #expect(builds.answers.wait { $0 == ["b", "a", "c"] })
        withExtendedLifetime((other, third, subscription)) {}
        builds.queue.shutDown()
    }

    @Test("A build for a download runs without waiters, behind others, and never gives way") func keptBuilds() throws {
        let builds = try Builds(limit: 1)
        try builds.keep("kept")
        #expect(builds.begun.wait { $0 == ["kept"] })
        try builds.keep("later")
        let first = try builds.wait(for: builds.record("a"))
        builds.pass(BuildQueue.grace)
        let second = try builds.wait(for: builds.record("b"))
        #expect(try builds.isStopped(builds.library.record("kept")) == false)
        for name in ["kept", "a", "b", "later"] {
            #expect(builds.begun.wait { $0.last == name })
            builds.end(name)
        }
        #expect(builds.answers.wait { $0 == ["a", "b"] })
        #expect(builds.stopped.value == [])
        withExtendedLifetime((first, second)) {}
        builds.queue.shutDown()
        #expect(builds.queue.runningCount == 0)
    }

    @Test("A pyramid that exists is not built again") func whatIsThereIsNotBuilt() throws {
        let builds = try Builds(limit: 1)
        let record = try builds.record("a")
        let joined = try builds.queue.join(record, isKept: true, unless: { true }) { _ in true }
        #expect(joined == nil && builds.queue.build(of: record.version) == nil)
        builds.queue.shutDown()
    }

    @Test("A full queue and a closed queue are errors") func full() throws {
        let builds = try Builds(limit: 1, capacity: 2)
        let records = try ["a", "b", "c", "d"].map(builds.record)
        var interests = try records[..<3].map(builds.wait)
        #expect(throws: TileError.overloaded) { try builds.wait(for: records[3]) }
        interests.append(try builds.wait(for: records[2]))
        interests[1].cancel()
        interests.append(try builds.wait(for: records[3]))
        builds.queue.shutDown()
        #expect(Set(builds.answers.value) == ["no a", "no c", "no d"])
        #expect(throws: TileError.stopping) { try builds.wait(for: records[3]) }
    }

    // MARK: - Memory

    @Test("A build that waits for memory keeps its turn, and others run meanwhile") func waitingForMemory() throws {
        let builds = try Builds(limit: 2, memory: 20_000)
        let names = ["whole1", "whole2", "a", "b"]
        let interests = try names.map { try builds.wait(for: builds.record($0)) }
        #expect(builds.begun.wait { $0 == ["whole1", "a"] || $0 == ["a", "whole1"] })
        builds.end("whole1")
        #expect(builds.begun.wait { $0.count == 3 })
        #expect(builds.begun.value.last == "whole2")
        for name in names.dropFirst() { builds.end(name) }
        #expect(builds.answers.wait { Set($0) == Set(names) })
        withExtendedLifetime(interests) {}
        builds.queue.shutDown()
    }

    @Test("Memory that comes while all places are taken makes a build without waiters give way") func memoryComesLate() throws {
        let builds = try Builds(limit: 2, memory: 40_000)
        let whole = try builds.wait(for: builds.record("whole1"))
        #expect(builds.begun.wait { $0 == ["whole1"] })
        guard case .granted(let rest) = builds.budget.request(20_000, ready: { _ in }) else {
            Issue.record("there is memory")
            return
        }
        let second = try builds.wait(for: builds.record("whole2"))
        let others = try ["a"].map { try builds.wait(for: builds.record($0)) }
        #expect(builds.begun.wait { $0 == ["whole1", "a"] })
        for subscription in others { subscription.cancel() }
        builds.pass(BuildQueue.grace)
        rest.release()
        #expect(builds.begun.wait { $0 == ["whole1", "a", "whole2"] })
        #expect(builds.stopped.value == ["a"])
        builds.end("whole1")
        builds.end("whole2")
        #expect(builds.answers.wait { Set($0) == ["whole1", "whole2"] })
        withExtendedLifetime((whole, second)) {}
        builds.queue.shutDown()
    }

    @Test("A build without waiters frees its memory for one with waiters") func memoryGivesWay() throws {
        let builds = try Builds(limit: 2, memory: 20_000)
        try builds.wait(for: builds.record("whole1")).cancel()
        let subscription = try builds.wait(for: builds.record("whole2"))
        builds.pass(BuildQueue.grace)
        #expect(builds.begun.wait { $0.last == "whole2" })
        builds.end("whole2")
        #expect(builds.answers.wait { $0 == ["whole2"] })
        withExtendedLifetime(subscription) {}
        builds.queue.shutDown()
    }
}
