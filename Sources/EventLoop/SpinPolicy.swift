// SpinPolicy: whether a loop that has nothing to do looks again or sleeps.

/// What a loop has learnt of its last pauses.
struct SpinPolicy {
    /// Whether to look for something to do without sleeping.
    private(set) var isLooking = false
    /// Times that the loop looked in vain since there was something to do.
    private var looks = 0

    /// A loop that was woken within so many nanoseconds looks before it sleeps again.
    static let shortSleep: UInt64 = 50_000
    /// Times that it looks; together they take about as long as a short sleep.
    static let mostLooks = 64

    /// The loop slept and was woken.
    /// - Parameter duration: in nanoseconds.
    mutating func slept(for duration: UInt64) {
        isLooking = duration < SpinPolicy.shortSleep
        looks = 0
    }

    /// The loop looked, and there was something to do.
    mutating func found() { looks = 0 }

    /// The loop looked in vain.
    mutating func foundNothing() {
        looks += 1
        if looks == SpinPolicy.mostLooks { isLooking = false }
    }
}
