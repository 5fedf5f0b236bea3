// SpinPolicy: the decision of an idle loop between polling again and sleeping.

/// Chooses between polling (spinning) and sleeping, by the length of the loop's last sleep. A value type without threads or clocks.
struct SpinPolicy {
    /// True when the loop is to poll without sleeping.
    private(set) var isSpinning = false
    /// The number of polls without work since the last work.
    private var emptyPolls = 0

    /// In nanoseconds. After a sleep shorter than this, the loop polls before it sleeps again.
    static let shortSleep: UInt64 = 50_000
    /// The number of polls without work after which the loop sleeps. Together they take about as long as a short sleep.
    static let maxEmptyPolls = 64

    /// Records that the loop slept and was woken.
    /// - Parameter duration: of the sleep, in nanoseconds.
    mutating func didSleep(for duration: UInt64) {
        isSpinning = duration < SpinPolicy.shortSleep
        emptyPolls = 0
    }

    /// Records a poll that found work.
    mutating func didFindWork() { emptyPolls = 0 }

    /// Records a poll that found no work.
    mutating func didFindNothing() {
        emptyPolls += 1
        if emptyPolls == SpinPolicy.maxEmptyPolls { isSpinning = false }
    }
}
