// MonotonicClock: time for ages and intervals.

private import Glibc

/// A clock that no change of the wall clock disturbs. Any thread.
public enum MonotonicClock {
    /// Milliseconds since an arbitrary start. The resolution is that of the kernel's tick, 1 to 10 milliseconds.
    public static var milliseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
