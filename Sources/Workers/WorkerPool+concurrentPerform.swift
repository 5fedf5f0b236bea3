// WorkerPool: one job done by several of its threads, without waiting for threads that are busy.

private import Glibc
private import Synchronization
internal import System

extension WorkerPool {
    /// Calls `body` once for each number from 0 to `count` - 1, and returns when all calls have returned. The calls are made on the calling
    /// thread, which should be one of the pool's, and on other threads of the pool when these become free. No call waits for another, so
    /// all threads of the pool may use this at once.
    /// - Parameters:
    ///   - lane: the lane in which the other threads find the work. It should be the lane of the calling job.
    ///   - body: called on threads of the pool, at most `threadCount` calls at a time.
    public func concurrentPerform(_ count: Int, in lane: Lane, _ body: @escaping @Sendable (_ number: Int) -> Void) {
        let work = SharedWork(count, body)
        let helpers = (0..<max(0, min(threadCount, count) - 1)).compactMap { _ in submit(lane, work.doParts) }
        work.doParts()
        for helper in helpers { drop(helper) }
        work.waitForEnd()
    }
}

/// A number of parts that threads take in order.
private final class SharedWork: Sendable {
    private let count: Int
    private let body: @Sendable (Int) -> Void
    private let next = Atomic<Int>(0)
    private let done = Monitor(0)

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.body = body
    }

    /// Calls `body` for the next parts until none is left to start.
    func doParts() {
        while true {
            let number = next.add(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            body(number)
            done.withLock { $0 += 1 }
            done.signal()
            // Gives the processor to the threads that answer requests or make tiles, without waiting for the end of the time slice.
            sched_yield()
        }
    }

    /// Blocks until all parts are done.
    func waitForEnd() { done.wait { [count] in $0 == count ? () : nil } }
}
