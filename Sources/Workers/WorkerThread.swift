// A plain POSIX thread.

private import Glibc

/// A thread that runs one closure; `join` waits for its end.
@safe public final class WorkerThread: @unchecked Sendable {
    // Written once before the value is shared, read by `join`.
    private var thread = pthread_t()

    /// Nil where the system has no room for another thread.
    /// - Parameter yields: whether the thread leaves the processor to all others of the process that want it.
    public init?(yields: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(
            ThreadBody {
                if yields { WorkerThread.yieldToOthers() }
                body()
            })
        guard unsafe pthread_create(&thread, nil, workerThreadMain, start.toOpaque()) == 0 else {
            unsafe start.release()
            return nil
        }
    }

    /// Waits for the thread's end. Call once.
    public func join() { pthread_join(thread, nil) }

    /// From now on the calling thread runs where others leave room. Linux has a niceness for each thread (setpriority(2), BUGS).
    public static func yieldToOthers() {
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(which, 0, getpriority(which, id_t(getpid())) + niceness)
    }

    /// Above that of the process, which its first thread has.
    private static var niceness: Int32 { 5 }
}

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

@c private func workerThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument {
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
}
