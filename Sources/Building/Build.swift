// Build: one pyramid that is going to be built, or is being built.

internal import Library
internal import PyramidFormat
private import Synchronization
internal import System

/// What the threads of a build, those who wait for it and the queue share.
public final class Build: Sendable {
    let record: ImageRecord
    let live: LivePyramid
    private let stopped = Atomic<Bool>(false)
    private let share = Atomic<UInt64>(0)
    private let toldAt = Atomic<Int>(0)

    /// - Parameter now: milliseconds of a clock.
    init(_ record: ImageRecord, now: @escaping @Sendable () -> Int) {
        self.record = record
        live = LivePyramid(DeepZoomLayout(record.pyramidGrid), now: now)
    }

    /// Whether it should end before its end.
    var isStopped: Bool { stopped.load(ordering: .relaxed) }

    func stop() { stopped.store(true, ordering: .relaxed) }

    /// Makes ready for another try.
    func reset() {
        stopped.store(false, ordering: .relaxed)
        progress = 0
        live.reset()
    }

    /// From 0 to 1.
    var progress: Double {
        get { Double(bitPattern: share.load(ordering: .relaxed)) }
        set { share.store(newValue.bitPattern, ordering: .relaxed) }
    }

    /// Whether it is time to tell how far it is: true at most five times a second. One thread.
    func isDue() -> Bool {
        let now = MonotonicClock.milliseconds
        guard now - toldAt.load(ordering: .relaxed) >= 200 else { return false }
        toldAt.store(now, ordering: .relaxed)
        return true
    }
}
