// One piece of work in a pool's queue.

private import Synchronization

/// A queued piece of work, returned by `WorkerPool.submit` so that it can be dropped while it still waits.
public final class Job: Sendable {
    enum Phase: UInt8, AtomicRepresentable {
        case queued, started, dropped
    }

    let lane: Lane
    private let phase = Atomic<Phase>(.queued)
    private let work: Mutex<(@Sendable () -> Void)?>

    init(lane: Lane, work: @escaping @Sendable () -> Void) {
        self.lane = lane
        self.work = Mutex(work)
    }

    /// Moves on from `queued`, once; false where somebody else did.
    func leaveQueue(as next: Phase) -> Bool {
        phase.compareExchange(expected: .queued, desired: next, ordering: .acquiringAndReleasing).exchanged
    }

    var isQueued: Bool { phase.load(ordering: .acquiring) == .queued }

    /// Gives the work away, so that what its closure holds is released where the job ends and not when the queue forgets it.
    func takeWork() -> (@Sendable () -> Void)? {
        work.withLock { work in
            let taken = work
            work = nil
            return taken
        }
    }
}
