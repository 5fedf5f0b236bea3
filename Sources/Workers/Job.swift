// One piece of work in a pool's queue.

private import Synchronization

/// A queued piece of work, returned by `WorkerPool.submit` so that it can be dropped while it still waits.
public final class Job: Sendable {
    let lane: Lane
    /// Nil once it is started or dropped.
    private let work: Mutex<(@Sendable () -> Void)?>

    init(lane: Lane, work: @escaping @Sendable () -> Void) {
        self.lane = lane
        self.work = Mutex(work)
    }

    var isQueued: Bool { work.withLock { $0 != nil } }

    /// Gives the work away, once: whoever gets it starts or drops it. What its closure holds is released there, and not when the queue forgets
    /// the job.
    func takeWork() -> (@Sendable () -> Void)? {
        work.withLock { work in
            let taken = work
            work = nil
            return taken
        }
    }
}
