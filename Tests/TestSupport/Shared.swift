// Values that tests share with the threads they observe, and waiting for conditions.

import Glibc
import Synchronization

/// A value behind a lock. Any thread.
public final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    public init(_ value: Value) { state = Mutex(value) }

    public var value: Value { state.withLock { $0 } }

    public func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Waits until a condition holds for the value.
    /// - Returns: false when it does not within a minute.
    @discardableResult
    public func wait(until condition: (Value) -> Bool) -> Bool {
        comesTrue { condition(value) }
    }
}

/// Waits until a condition holds. A minute is enough on a busy machine.
/// - Returns: false when it does not hold within a minute.
@discardableResult
public func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(500)
    }
    return try condition()
}
