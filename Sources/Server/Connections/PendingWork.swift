// The work that a request waits for, as its connection sees it.

private import Synchronization

/// What has to be called off when the client goes away. The work replaces it as it moves on from step to step. Any thread.
final class PendingWork: Sendable {
    private enum State {
        case waiting((@Sendable () -> Void)?)
        case cancelled
    }
    private let state = Mutex(State.waiting(nil))

    /// Says how the first step is called off, unless the work has already moved on to its next.
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

    /// Says how the current step is called off; it is called off at once where the client has already gone.
    func cancels(by cancel: @escaping @Sendable () -> Void) {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(cancel)
            return false
        }
        if isCancelled { cancel() }
    }

    /// Calls the current step off, and each later one.
    func cancel() {
        let cancel: (@Sendable () -> Void)? = state.withLock { state in
            guard case .waiting(let cancel) = state else { return nil }
            state = .cancelled
            return cancel
        }
        cancel?()
    }

    var isCancelled: Bool {
        state.withLock { if case .cancelled = $0 { true } else { false } }
    }
}
