// Jobs release their closures as soon as they have run or been dropped.

import Testing
import Workers

@Suite struct JobLifetimeTests {
    private final class Load: Sendable {}

    @Test("A job that has run holds nothing") func afterRunning() {
        let held = HeldPool()
        weak var load: Load?
        var job: Job?
        do {
            let held = held.pool
            let new = Load()
            load = new
            job = held.submit(.wanted) { _ = new }
        }
        #expect(load != nil)
        held.open()
        held.pool.shutDown()
        #expect(load == nil, "although its job is still held")
        #expect(job != nil)
    }

    @Test("A job that was dropped holds nothing, though it is still in the queue") func afterDropping() throws {
        let held = HeldPool()
        weak var load: Load?
        func submit() -> Job? {
            let new = Load()
            load = new
            return held.pool.submit(.wanted) { _ = new }
        }
        let job = try #require(submit())
        #expect(load != nil)
        #expect(held.pool.drop(job))
        #expect(load == nil, "although its job is still held, and still in the queue")
        held.open()
        held.pool.shutDown()
        withExtendedLifetime(job) {}
    }

    @Test("A job that was refused holds nothing") func afterRefusal() {
        let pool = WorkerPool(threads: 1, capacity: 0)
        weak var load: Load?
        func submit() -> Job? {
            let new = Load()
            load = new
            return pool.submit(.wanted) { _ = new }
        }
        #expect(submit() == nil)
        #expect(load == nil)
        pool.shutDown()
    }

    @Test("Dropped jobs leave a queue from which nobody takes") func droppedJobsAreForgotten() {
        struct Weak {
            weak var job: Job?
        }
        let held = HeldPool(capacity: 4)
        var jobs: [Weak] = []
        for _ in 0..<5_000 {
            guard let job = held.pool.submit(.prefetch, {}) else {
                Issue.record("there is no room")
                break
            }
            jobs.append(Weak(job: job))
            held.pool.drop(job)
        }
        #expect(held.pool.depth(of: .prefetch) == 0)
        #expect(jobs.count { $0.job != nil } < 200)
        held.open()
        held.pool.shutDown()
    }

    @Test("A pool that was shut down is released with its jobs") func poolAndJobs() {
        weak var weakPool: WorkerPool?
        weak var weakJob: Job?
        do {
            let pool = WorkerPool(threads: 2, capacity: 10)
            weakPool = pool
            do { weakJob = pool.submit(.wanted) {} }
            pool.shutDown()
        }
        #expect(weakPool == nil)
        #expect(weakJob == nil)
    }
}
