// SignalWatcher: POSIX signals as callbacks of a loop.

private import CUV

/// Calls a closure on the loop's thread for each signal that the process receives, until it is closed. Loop thread only.
@safe public final class SignalWatcher {
    private let handle: Handle<uv_signal_t>
    private let received: () -> Void

    /// Starts watching a signal.
    /// - Parameters:
    ///   - signal: the number of the signal, such as `SIGTERM`.
    ///   - received: called on the loop's thread.
    /// - Throws: `UVError` when the process has no free descriptors or the signal cannot be caught.
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

    /// Stops watching: there are no calls after this. A signal without watchers has its default effect again. A second call does nothing.
    /// `received` may call it.
    public func close() { unsafe handle.close() }

    fileprivate func fire() { received() }
}

@available(*, unavailable)
extension SignalWatcher: Sendable {}

@c private func signalDidArrive(_ handle: UnsafeMutablePointer<uv_signal_t>?, _ number: Int32) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: SignalWatcher.self) { $0.fire() }
}
