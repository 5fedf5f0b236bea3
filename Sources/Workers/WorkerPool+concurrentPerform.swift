// One job done by several threads of a pool, without waiting for threads that have other things to do.

private import Glibc
private import Synchronization
internal import System

extension WorkerPool {
    /// Calls `body` once for each number below `count` and returns when all calls have returned: on the calling thread, which is to be one
    /// of the pool's, and on others as they come to have nothing more urgent to do. Whether any does changes nothing but the time: no call
    /// waits for another, so that all threads may share at once.
    /// - Parameter lane: where the others find the work; it should be that of the job which shares.
    public func concurrentPerform(_ count: Int, in lane: Lane, _ body: @escaping @Sendable (_ number: Int) -> Void) {
        let work = SharedWork(count, body)
        let helpers = (0..<max(0, min(threadCount, count) - 1)).compactMap { _ in submit(lane, work.doParts) }
        work.doParts()
        for helper in helpers { drop(helper) }
        work.waitForEnd()
    }
}

/// Numbered parts, which are given out in order.
private final class SharedWork: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Void
    private let next = Atomic<Int>(0)
    private let done = Monitor(0)

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.body = body
    }

    /// Does parts until none is left to begin.
    func doParts() {
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            body(number)
            done.withLock { $0 += 1 }
            done.signal()
            // Threads that answer, or make tiles, come to run between two parts, and not only when a slice of time is over.
            sched_yield()
        }
    }

    func waitForEnd() { done.wait { [count] in $0 == count ? () : nil } }
}
