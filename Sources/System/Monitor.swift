// Monitor: a lock with a condition variable, which the standard library's Mutex lacks.

private import Glibc

/// State behind a pthread mutex with one condition variable. Any thread.
@safe public final class Monitor<State>: @unchecked Sendable {
    // On the heap, since pthread objects must not move. Unchecked: `state` is only accessed under the mutex.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// Creates a monitor with its initial state.
    public init(_ state: State) {
        self.state = state
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe pthread_cond_init(condition, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Calls `body` under the lock and returns its result.
    public func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Calls `body` under the lock, and again after each signal, until it returns a value. Blocks.
    public func wait<Result>(for body: (inout State) -> Result?) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            unsafe pthread_cond_wait(condition, mutex)
        }
    }

    /// Wakes one waiting thread.
    public func signal() { unsafe pthread_cond_signal(condition) }

    /// Wakes all waiting threads.
    public func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
