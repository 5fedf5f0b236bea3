// Interruption: being told to stop by a signal, for commands that clean up before they end.

private import Glibc
private import Synchronization
internal import System
private import Workers

/// Hears SIGINT and SIGTERM. The first of them is a wish to stop; the second ends the process at once.
public final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var notify: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let isWished = Atomic<Bool>(false)

    /// Takes the signals from now on. Call once, before any other thread is started: threads inherit that they do not take them.
    public init() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        let wanted = signals
        _ = SystemThread { [self] in
            while true {
                var wanted = wanted
                var number: Int32 = 0
                guard unsafe sigwait(&wanted, &number) == 0 else { continue }
                take(number)
            }
        }
    }

    /// The signal that came, if one did.
    public var signal: Int32? { state.withLock { $0.signal } }

    /// Whether one came. Cheap; any thread.
    var hasCome: Bool { isWished.load(ordering: .relaxed) }

    /// Calls `notify` when a signal comes, on another thread.
    func whenItComes(_ notify: @escaping @Sendable () -> Void) {
        let hasCome = state.withLock { state in
            state.notify = notify
            return state.signal != nil
        }
        if hasCome { notify() }
    }

    private func take(_ number: Int32) {
        let notify = state.withLock { state in
            // Whatever is not finished has no name yet.
            if state.signal != nil { _exit(128 + number) }
            state.signal = number
            return state.notify
        }
        isWished.store(true, ordering: .relaxed)
        notify?()
    }
}
