// Build: one pyramid that is queued or being built.

internal import Library
internal import PyramidFormat
private import Synchronization
internal import System

/// The state that the threads of a build, its waiters and the queue share. Any thread.
public final class Build: Sendable {
    let record: ImageRecord
    let live: LivePyramid
    private let stopped = Atomic<Bool>(false)
    private let share = Atomic<UInt64>(0)
    private let reportedAt = Atomic<Int>(0)

    /// - Parameter now: milliseconds of a clock.
    init(_ record: ImageRecord, now: @escaping @Sendable () -> Int) {
        self.record = record
        live = LivePyramid(DeepZoomLayout(record.pyramidGrid), now: now)
    }

    /// True when the build is to stop before it is complete.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() { stopped.store(true, ordering: .relaxed) }

    /// Prepares the build for another run.
    func reset() {
        stopped.store(false, ordering: .relaxed)
        progress = 0
        live.reset()
    }

    /// The built share, from 0 to 1.
    var progress: Double {
        get { Double(bitPattern: share.load(ordering: .relaxed)) }
        set { share.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// True when the progress is to be reported: at most five times a second. One thread.
    func isDue() -> Bool {
        let now = MonotonicClock.milliseconds
        guard now - reportedAt.load(ordering: .relaxed) >= 200 else { return false }
        reportedAt.store(now, ordering: .relaxed)
        return true
    }
}
