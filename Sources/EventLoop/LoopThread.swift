// LoopThread: a thread that runs one loop.

private import CUV

/// A thread with a loop of its own. `join` waits for its end.
public final class LoopThread: @unchecked Sendable {
    // Unchecked: written by the initialiser before the object is shared, then only read by `join`.
    private var thread = uv_thread_t()

    /// Creates a loop, and starts a thread that calls `body` with it. `body` opens the handles, runs the loop and returns when it ends.
    /// - Throws: `UVError` when the system has no free descriptors or cannot start a thread.
    public init(_ body: @escaping @Sendable (Loop) -> Void) throws(UVError) {
        let start = unsafe Unmanaged.passRetained(ThreadStart(body, try Loop()))
        let status = unsafe uv_thread_create(&thread, loopThreadMain, start.toOpaque())
        if status < 0 {
            unsafe start.release()
            throw UVError(code: status, call: "uv_thread_create")
        }
    }

    /// Waits for the end of `body`. Call once, from another thread.
    public func join() {
        unsafe uv_thread_join(&thread)
    }
}

/// The arguments of the new thread. Only that thread uses them once it runs.
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
