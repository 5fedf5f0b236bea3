// The order of jobs, the limits of the queue, and the end of a pool.

import Glibc
import Testing
import TestSupport
import Workers

@Suite struct WorkerPoolTests {
    @Test("Urgent lanes go first, and each lane in order") func lanesAndOrder() {
        let held = HeldPool()
        let order = Shared<[String]>([])
        for index in 0..<50 {
            for lane in Lane.allCases.reversed() {
                #expect(held.pool.submit(lane) { order.update { $0.append("\(lane) \(index)") } } != nil)
            }
        }
        held.open()
        held.pool.shutDown()
        #expect(order.value == Lane.allCases.flatMap { lane in (0..<50).map { "\(lane) \($0)" } })
    }

    @Test("Urgent work that arrives later goes before waiting work") func urgentGoesFirst() {
        let held = HeldPool()
        let order = Shared<[Int]>([])
        _ = held.pool.submit(.background) { [pool = held.pool] in
            order.update { $0.append(1) }
            _ = pool.submit(.prefetch) { order.update { $0.append(2) } }
            _ = pool.submit(.wanted) { order.update { $0.append(3) } }
        }
        _ = held.pool.submit(.background) { order.update { $0.append(4) } }
        held.open()
        #expect(order.wait { $0.count == 4 })
        held.pool.shutDown()
        #expect(order.value == [1, 3, 2, 4])
    }

    @Test("Threads of low priority have a higher niceness", arguments: [false, true]) func niceness(lowPriority: Bool) {
        @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let pool = WorkerPool(threads: 1, capacity: 1, lowPriority: lowPriority)
        let own = niceness()
        let seen = Shared<Int32?>(nil)
        _ = pool.submit(.wanted) { seen.update { $0 = niceness() } }
        pool.shutDown()
        #expect(seen.value == (lowPriority ? min(own + 5, 19) : own))
    }

    @Test("A full lane refuses jobs") func capacity() {
        let held = HeldPool(capacity: 3)
        for index in 0..<5 {
            for lane in Lane.allCases { #expect((held.pool.submit(lane) {} != nil) == (index < 3)) }
        }
        for lane in Lane.allCases { #expect(held.pool.depth(of: lane) == 3) }
        held.open()
        held.pool.shutDown()
        for lane in Lane.allCases { #expect(held.pool.depth(of: lane) == 0) }
    }

    @Test("A dropped job makes room in its lane and never runs") func dropMakesRoom() throws {
        let held = HeldPool(capacity: 2)
        let ran = Shared<[Int]>([])
        func submit(_ number: Int) -> Job? { held.pool.submit(.viewport) { ran.update { $0.append(number) } } }
        let first = try #require(submit(1))
        #expect(submit(2) != nil)
        #expect(submit(3) == nil)
        #expect(held.pool.drop(first))
        #expect(!held.pool.drop(first))
        #expect(held.pool.depth(of: .viewport) == 1)
        #expect(submit(4) != nil)
        #expect(submit(5) == nil)
        held.open()
        held.pool.shutDown()
        #expect(ran.value == [2, 4])
    }

    @Test("A job that has started cannot be dropped") func dropAfterStart() throws {
        let pool = WorkerPool(threads: 1, capacity: 10)
        let phase = Shared(0)
        let job = try #require(
            pool.submit(.wanted) {
                phase.update { $0 = 1 }
                phase.wait { $0 == 2 }
                phase.update { $0 = 3 }
            })
        #expect(phase.wait { $0 == 1 })
        #expect(!pool.drop(job))
        phase.update { $0 = 2 }
        #expect(phase.wait { $0 == 3 })
        #expect(!pool.drop(job))
        pool.shutDown()
    }

    @Test("Shutting down finishes the queued jobs and ends the threads", arguments: [1, 2, 4]) func shutDownFinishes(_ threads: Int) {
        let ran = Shared(0)
        let ended = Shared(0)
        let pool = WorkerPool(threads: threads, capacity: 1_000) { ended.update { $0 += 1 } }
        for _ in 0..<100 {
            for lane in Lane.allCases { _ = pool.submit(lane) { ran.update { $0 += 1 } } }
        }
        pool.shutDown()
        #expect(ran.value == 100 * Lane.allCases.count)
        #expect(ended.value == threads)
        #expect(pool.submit(.wanted) {} == nil)
    }

    @Test("Long-running jobs leave one thread for urgent ones") func costlyWorkLeavesAThread() {
        let pool = WorkerPool(threads: 3, capacity: 100)
        let running = Shared(0)
        let most = Shared(0)
        let isOpen = Shared(false)
        for index in 0..<10 {
            _ = pool.submit(index % 2 == 0 ? .viewport : .background) {
                let now = running.update { running in
                    running += 1
                    return running
                }
                most.update { $0 = max($0, now) }
                isOpen.wait { $0 }
                running.update { $0 -= 1 }
            }
        }
        #expect(running.wait { $0 == 2 })
        let answered = Shared(false)
        _ = pool.submit(.wanted) { answered.update { $0 = true } }
        #expect(answered.wait { $0 })
        #expect(pool.depth(of: .viewport) + pool.depth(of: .background) == 8)
        isOpen.update { $0 = true }
        pool.shutDown()
        #expect(most.value == 2)
        #expect(running.value == 0)
    }

    @Test("Background jobs leave a place to other long-running jobs") func backgroundLeavesACostlyPlace() {
        let pool = WorkerPool(threads: 4, capacity: 100)
        let running = Shared(0)
        let isOpen = Shared(false)
        for _ in 0..<10 {
            _ = pool.submit(.background) {
                running.update { $0 += 1 }
                isOpen.wait { $0 }
            }
        }
        #expect(running.wait { $0 == 2 })
        let answered = Shared(false)
        _ = pool.submit(.viewport) { answered.update { $0 = true } }
        #expect(answered.wait { $0 })
        #expect(running.value == 2 && pool.depth(of: .background) == 8)
        isOpen.update { $0 = true }
        pool.shutDown()
        #expect(running.value == 10)
    }
}
