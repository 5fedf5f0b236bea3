// One job whose parts several threads of the pool do.

import TestSupport
import Testing
import Workers

@Suite struct ConcurrentPerformTests {
    /// Calls `concurrentPerform` in a job of the pool. Returns how often each part was done.
    private func perform(_ count: Int, _ pool: WorkerPool, _ part: @escaping @Sendable (Int) -> Void = { _ in }) -> [Int] {
        let times = Shared([Int](repeating: 0, count: count))
        let isDone = Shared(false)
        let job = pool.submit(.viewport) {
            pool.concurrentPerform(count, in: .viewport) { number in
                part(number)
                times.update { $0[number] += 1 }
            }
            isDone.update { $0 = true }
        }
        #expect(job != nil)
        isDone.wait { $0 }
        return times.value
    }

    @Test("Each part is done once, for any number of threads", arguments: [1, 2, 4], [0, 1, 2, 3, 100]) func eachPartIsDoneOnce(
        threads: Int, count: Int
    ) {
        let pool = WorkerPool(threads: threads, capacity: 10)
        #expect(perform(count, pool).allSatisfy { $0 == 1 })
        #expect(pool.depth(of: .viewport) == 0)
        pool.shutDown()
    }

    @Test("An idle thread of the pool takes part") func anIdleThreadTakesPart() {
        let pool = WorkerPool(threads: 3, capacity: 10)
        let met = Shared(0)
        let times = perform(2, pool) { _ in
            met.update { $0 += 1 }
            met.wait { $0 == 2 }
        }
        #expect(times == [1, 1])
        pool.shutDown()
    }

    @Test("Busy threads are not waited for") func nobodyIsWaitedFor() {
        let pool = WorkerPool(threads: 3, capacity: 10)
        let (held, isOpen) = (Shared(0), Shared(false))
        for _ in 0..<2 {
            _ = pool.submit(.wanted) {
                held.update { $0 += 1 }
                isOpen.wait { $0 }
            }
        }
        held.wait { $0 == 2 }
        #expect(perform(50, pool).allSatisfy { $0 == 1 })
        #expect(pool.depth(of: .viewport) == 0, "those who could not come are not waited for later")
        isOpen.update { $0 = true }
        pool.shutDown()
    }

    @Test("All threads may use it at once, also when the lane is full", arguments: [1, 1_000]) func allMayShareAtOnce(capacity: Int) {
        let pool = WorkerPool(threads: 4, capacity: capacity)
        let done = Shared(0)
        var accepted = 0
        for _ in 0..<200 {
            let job = pool.submit(.wanted) {
                let sum = Shared(0)
                pool.concurrentPerform(20, in: .wanted) { number in sum.update { $0 += number } }
                #expect(sum.value == 190)
                done.update { $0 += 1 }
            }
            if job != nil { accepted += 1 }
        }
        pool.shutDown()
        #expect(done.value == accepted && accepted > 0)
    }
}
