// Monitor: a lock with a condition to wait on, which the standard library's Mutex lacks.

private import Glibc

/// State behind a pthread mutex with one condition variable. Any thread.
@safe public final class Monitor<State>: @unchecked Sendable {
    // On the heap, since pthread objects must not move. Unchecked: `state` is only read and written under the mutex.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// A monitor with its first state.
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

    /// Calls `body` under the lock.
    public func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }

    /// Calls `body` under the lock, again after each signal, until it returns a value.
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

    /// Wakes every waiting thread.
    public func broadcast() { unsafe pthread_cond_broadcast(condition) }
}
