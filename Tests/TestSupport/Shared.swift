// What tests and the threads they watch have in common.

import Glibc
import Synchronization

/// State behind a lock, with a wait for it that gives up after a minute.
public final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    public init(_ value: Value) { state = Mutex(value) }

    public var value: Value { state.withLock { $0 } }

    public func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Whether the value came to be so.
    @discardableResult
    public func wait(until condition: (Value) -> Bool) -> Bool {
        comesTrue { condition(value) }
    }
}

/// Whether something comes to be so within a minute, which it has on a busy machine, too.
@discardableResult
public func comesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < end {
        if try condition() { return true }
        usleep(500)
    }
    return try condition()
}
