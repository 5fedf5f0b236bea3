// MonotonicClock: time for ages and intervals.

private import Glibc

/// A clock that is independent of changes to the wall clock. Any thread.
public enum MonotonicClock {
    /// Milliseconds since an arbitrary start. The resolution is the kernel's tick, 1 to 10 milliseconds (CLOCK_MONOTONIC_COARSE).
    public static var milliseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
