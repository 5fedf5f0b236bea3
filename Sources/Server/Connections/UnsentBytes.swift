// UnsentBytes: observes whether a client reads its answers.

/// The bytes of answers that wait for a client, measured about once a second.
struct UnsentBytes {
    /// The bytes at the last measurement.
    private(set) var count = 0
    /// True when the client has read none of the waiting bytes since the measurement before.
    private(set) var isStalled = false
    /// True when the client has read some of the waiting bytes since the measurement before.
    private(set) var isShrinking = false

    /// Records a measurement.
    /// - Parameter pending: the bytes that wait now.
    mutating func measure(_ pending: Int) {
        isStalled = pending > 0 && pending >= count && count > 0
        isShrinking = pending < count
        count = pending
    }
}
