// Pause: whether a loop that has nothing to do looks again at once or sleeps.

/// The pauses of one loop. All times are in nanoseconds of one clock.
struct Pause {
    /// Whether to look again without sleeping.
    private(set) var isPolling = false
    /// When the pause began; nil while there is something to do.
    private var start: UInt64?
    private var restsUntil: UInt64 = 0

    /// Pauses as long as this are slept through.
    static let limit: UInt64 = 50_000
    /// Another thread that goes first for longer than this has more to do than answer a client: it is not given way to again soon, since a
    /// thread that sleeps gets its core back at once when it is woken, and one that gives way does not.
    static let longYield: UInt64 = 1_000_000
    static let rest: UInt64 = 100_000_000
}
