// That somebody waits for something.

private import Synchronization

/// What a waiter holds. `cancel` says that the answer is no longer wanted; work that nobody wants is dropped where it can be.
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
