// Subscription: a claim to a result or to events, which the holder can cancel.

private import Synchronization

/// A waiter holds a subscription. `cancel` says that the result is no longer wanted. Work without subscriptions is dropped if it has not
/// started.
public final class Subscription: Sendable {
    private let withdraw: Mutex<(@Sendable () -> Void)?>

    public init(_ withdraw: @escaping @Sendable () -> Void) {
        self.withdraw = Mutex(withdraw)
    }

    /// Withdraws the subscription; the completion will not be called any more, unless it is being called at this moment. Any thread, any number
    /// of times.
    public func cancel() {
        let withdraw = self.withdraw.withLock { closure in
            let taken = closure
            closure = nil
            return taken
        }
        withdraw?()
    }
}
