// POSIX signals as loop callbacks.

private import CUV

/// Calls a closure on the loop's thread whenever the process gets a signal, until it is closed.
@safe public final class SignalWatcher {
    private let handle: Handle<uv_signal_t>
    private let received: () -> Void

    /// - Parameter signal: the signal's number, such as `SIGTERM`.
    public init(on loop: Loop, signal: Int32, received: @escaping () -> Void) throws(UVError) {
        self.received = received
        unsafe handle = try Handle("uv_signal_init") { unsafe uv_signal_init(loop.raw, $0) }
        unsafe handle.attach(self)
        do {
            try UVError.check(unsafe uv_signal_start(handle.pointer, signalDidArrive, signal), "uv_signal_start")
        } catch {
            unsafe handle.close()
            throw error
        }
    }

    /// Ends the calls; none comes after this, and a signal that nobody watches has its default effect again. A second call does nothing.
    /// Loop thread only; may be called by `received`.
    public func close() { unsafe handle.close() }

    fileprivate func fire() { received() }
}

@available(*, unavailable)
extension SignalWatcher: Sendable {}

@c private func signalDidArrive(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: SignalWatcher.self) { $0.fire() }
}
