// Exclusion, and waiting for another thread.

import System
import TestSupport
import Testing

@Suite struct MonitorTests {
    private func thread(_ body: @escaping @Sendable () -> Void) throws -> SystemThread { try #require(SystemThread(body)) }

    @Test("Changes of several threads exclude each other") func exclusion() throws {
        let monitor = Monitor(0)
        let threads = try (0..<4).map { _ in
            try thread { for _ in 0..<20_000 { monitor.withLock { $0 += 1 } } }
        }
        for thread in threads { thread.join() }
        #expect(monitor.withLock { $0 } == 80_000)
    }

    @Test("A condition that holds already is not waited for") func atOnce() {
        #expect(Monitor(7).wait { $0 == 7 ? "seven" : nil } == "seven")
    }

    @Test("A signal wakes a thread that waits, which takes what it waited for") func signal() throws {
        let queue = Monitor<[Int]>([])
        let taken = Shared<[Int]>([])
        let consumer = try thread {
            for _ in 0..<1_000 {
                let number = queue.wait { $0.isEmpty ? nil : $0.removeFirst() }
                taken.update { $0.append(number) }
            }
        }
        for number in 0..<1_000 {
            queue.withLock { $0.append(number) }
            queue.signal()
        }
        consumer.join()
        #expect(taken.value == Array(0..<1_000))
    }

    @Test("A broadcast wakes every waiting thread") func broadcast() throws {
        let isOpen = Monitor(false)
        let passed = Shared(0)
        let threads = try (0..<5).map { _ in
            try thread {
                isOpen.wait { $0 ? () : nil }
                passed.update { $0 += 1 }
            }
        }
        #expect(passed.value == 0)
        isOpen.withLock { $0 = true }
        isOpen.broadcast()
        for thread in threads { thread.join() }
        #expect(passed.value == 5)
    }

    @Test("A signal without a change goes on waiting") func spurious() throws {
        let state = Monitor(0)
        let looks = Shared(0)
        let waiting = try thread {
            state.wait { value in
                looks.update { $0 += 1 }
                return value == 2 ? () : nil
            }
        }
        #expect(looks.wait { $0 == 1 })
        #expect(
            comesTrue {
                state.signal()
                return looks.value > 3
            })
        state.withLock { $0 = 2 }
        state.signal()
        waiting.join()
    }
}
