// A thread that runs one loop.

private import CUV

/// A thread with a loop of its own. `join` waits for the loop to end.
public final class LoopThread: @unchecked Sendable {
    // Written once before the value is shared, read by `join`.
    private var thread = uv_thread_t()

    /// Starts a thread that makes a loop and gives it to `body`, which sets it up, runs it, and returns at its end.
    public init(_ body: @escaping @Sendable (Loop) -> Void) throws(UVError) {
        let start = unsafe Unmanaged.passRetained(ThreadStart(body))
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

private final class ThreadStart {
    let body: @Sendable (Loop) -> Void
    init(_ body: @escaping @Sendable (Loop) -> Void) { self.body = body }
}

@c private func loopThreadMain(_ argument: UnsafeMutableRawPointer?) {
    guard let argument = unsafe argument else { return }
    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(argument).takeRetainedValue()
    guard let loop = try? Loop() else { fatalError("a loop cannot be made: out of file descriptors or memory") }
    start.body(loop)
}
