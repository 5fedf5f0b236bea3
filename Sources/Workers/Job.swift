// Job: a piece of work in the queue of a `WorkerPool`.

private import Synchronization

/// A queued piece of work. `WorkerPool.submit` returns it so that it can be dropped while it is queued.
public final class Job: Sendable {
    let lane: Lane
    /// Nil once the job has been started or dropped.
    private let work: Mutex<(@Sendable () -> Void)?>

    init(lane: Lane, work: @escaping @Sendable () -> Void) {
        self.lane = lane
        self.work = Mutex(work)
    }

    /// True until the job is started or dropped.
    var isQueued: Bool { work.withLock { $0 != nil } }

    /// Removes and returns the work. Only the first call returns it. The caller starts or drops it; whatever the closure holds is released
    /// there, and not when the queue forgets the job.
    func takeWork() -> (@Sendable () -> Void)? {
        work.withLock { work in
            let taken = work
            work = nil
            return taken
        }
    }
}
