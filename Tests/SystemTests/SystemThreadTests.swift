// Threads: their run, their end and their priority.

import Glibc
import System
import TestSupport
import Testing

@Suite struct SystemThreadTests {
    @Test("A thread runs its closure once, and join waits for its end") func runs() throws {
        let isOpen = Shared(false)
        let steps = Shared<[Int]>([])
        let thread = try #require(
            SystemThread {
                isOpen.wait { $0 }
                steps.update { $0.append(1) }
            })
        #expect(steps.value.isEmpty)
        isOpen.update { $0 = true }
        thread.join()
        #expect(steps.value == [1])
    }

    @Test("Threads run at the same time") func together() throws {
        let met = Shared(0)
        let threads = try (0..<3).map { _ in
            try #require(
                SystemThread {
                    met.update { $0 += 1 }
                    met.wait { $0 >= 3 }
                })
        }
        for thread in threads { thread.join() }
        #expect(met.value == 3)
    }

    @Test("The closure is released when the thread has ended") func release() throws {
        final class Load: Sendable {}
        weak var weakLoad: Load?
        let thread: SystemThread
        do {
            let load = Load()
            weakLoad = load
            thread = try #require(SystemThread { withExtendedLifetime(load) {} })
        }
        thread.join()
        #expect(weakLoad == nil)
    }

    @Test("Only threads of low priority have a higher niceness than the process", arguments: [false, true]) func niceness(lowPriority: Bool)
        throws
    {
        @Sendable func niceness() -> Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
        let own = niceness()
        let seen = Shared<Int32?>(nil)
        let thread = try #require(SystemThread(lowPriority: lowPriority) { seen.update { $0 = niceness() } })
        thread.join()
        #expect(seen.value == (lowPriority ? min(own + 5, 19) : own))
        #expect(niceness() == own)
    }
}
