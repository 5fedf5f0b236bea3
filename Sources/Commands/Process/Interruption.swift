// Interruption: a stop by SIGINT or SIGTERM, for commands that clean up before they end.

private import Glibc
private import Synchronization
internal import System

/// Receives SIGINT and SIGTERM. The first signal asks the command to stop; the second one ends the process at once.
final class Interruption: Sendable {
    private struct State {
        var signal: Int32?
        var notify: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let requested = Atomic<Bool>(false)

    /// Receives the signals from now on. Call once, before any other thread is started: threads inherit the blocked signals.
    init() {
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
                receive(number)
            }
        }
    }

    /// The signal that was received; nil before the first one. Any thread.
    var signal: Int32? { state.withLock { $0.signal } }

    /// True after the first signal. Cheap; any thread.
    var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Calls `notify` once, on the thread that receives signals; on the calling thread when a signal was received before.
    func onRequest(_ notify: @escaping @Sendable () -> Void) {
        let hasSignal = state.withLock { state in
            state.notify = notify
            return state.signal != nil
        }
        if hasSignal { notify() }
    }

    private func receive(_ number: Int32) {
        let notify = state.withLock { state in
            // Unfinished files have no name yet, so that nothing has to be cleaned up.
            if state.signal != nil { _exit(128 + number) }
            state.signal = number
            return state.notify
        }
        requested.store(true, ordering: .relaxed)
        notify?()
    }
}
