// A thread that runs one loop.

private import CUV

/// A thread with a loop of its own. `join` waits for the loop to end.
public final class LoopThread: @unchecked Sendable {
    // Written once before the value is shared, read by `join`.
    private var thread = uv_thread_t()

    /// Makes a loop and starts a thread that gives it to `body`, which sets it up, runs it, and returns at its end.
    /// - Throws: where the system has no more descriptors or threads, here and not in the thread, where nobody could be told.
    public init(_ body: @escaping @Sendable (Loop) -> Void) throws(UVError) {
        let start = unsafe Unmanaged.passRetained(ThreadStart(body, try Loop()))
        let status = unsafe uv_thread_create(&thread, loopThreadMain, start.toOpaque())
        if status < 0 {
            unsafe start.release()
            throw UVError(code: status, call: "uv_thread_create")
        }
    }

    /// Waits for the thread's loop to end. Call once, from another thread.
    public func join() {
        unsafe uv_thread_join(&thread)
    }
}

/// What is handed over to the thread, which alone uses it from then on.
private final class ThreadStart {
    let body: @Sendable (Loop) -> Void
    let loop: Loop

    init(_ body: @escaping @Sendable (Loop) -> Void, _ loop: Loop) {
        self.body = body
        self.loop = loop
    }
}

@c private func loopThreadMain(_ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    start.body(start.loop)
}
