// Timer: a repeating timer of a loop.

private import CUV

/// Calls a closure on the loop's thread at a fixed interval until it is closed. Loop thread only.
@safe public final class Timer {
    private let handle: Handle<uv_timer_t>
    private let tick: () -> Void

    /// Starts the timer.
    /// - Parameters:
    ///   - milliseconds: the interval, and also the delay of the first call. At least 1.
    ///   - tick: called on the loop's thread.
    /// - Throws: `UVError` when libuv cannot create the timer.
    public init(on loop: Loop, every milliseconds: UInt64, tick: @escaping () -> Void) throws(UVError) {
        self.tick = tick
        unsafe handle = try Handle("uv_timer_init") { unsafe uv_timer_init(loop.raw, $0) }
        unsafe handle.attach(self)
        unsafe uv_timer_start(handle.pointer, timerDidFire, milliseconds, milliseconds)
    }

    /// Stops the timer: there are no calls after this. A second call does nothing. `tick` may call it.
    public func close() { unsafe handle.close() }

    fileprivate func fire() { tick() }
}

@available(*, unavailable)
extension Timer: Sendable {}

@c private func timerDidFire(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: Timer.self) { $0.fire() }
}
