// Time for ages and intervals.

private import Glibc

/// Milliseconds from an arbitrary start, which no change of the wall clock disturbs. Any thread.
public enum MonotonicClock {
    public static var milliseconds: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    }
}
