// PendingWork: the cancellation of the work that a request waits for.

private import Synchronization

/// Cancels the current step of the work for a request. Each step of the work registers its own cancellation. Any thread.
final class PendingWork: Sendable {
    private enum State {
        case waiting((@Sendable () -> Void)?)
        case cancelled
    }
    private let state = Mutex(State.waiting(nil))

    /// Registers the cancellation of the first step, unless a later step has registered one already.
    func begins(by cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            switch state {
            case .waiting(nil):
                state = .waiting(cancel)
                return false
            case .waiting: return false
            case .cancelled: return true
            }
        }
        if isCancelled { cancel() }
    }

    /// Registers the cancellation of the current step. Calls `cancel` at once when the work is already cancelled.
    func cancels(by cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(cancel)
            return false
        }
        if isCancelled { cancel() }
    }

    /// Cancels the current step, and each step that registers later. A second call does nothing.
    func cancel() {
        let cancel: (@Sendable () -> Void)? = state.withLock { state in
            guard case .waiting(let cancel) = state else { return nil }
            state = .cancelled
            return cancel
        }
        cancel?()
    }

    /// True after `cancel`.
    var isCancelled: Bool {
        state.withLock { if case .cancelled = $0 { true } else { false } }
    }
}
