// SystemThread: a POSIX thread.

private import Glibc

/// A thread that runs one closure. `join` waits for its end.
@safe public final class SystemThread: @unchecked Sendable {
    // Unchecked: written by the initialiser before the object is shared, then only read by `join`.
    private var thread = pthread_t()

    /// Starts a thread.
    /// - Parameters:
    ///   - lowPriority: true when the thread is to run at a lower priority than the other threads of the process.
    ///   - body: called once on the new thread.
    /// - Returns: nil when the system cannot start another thread.
    public init?(lowPriority: Bool = false, _ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(
            ThreadBody {
                if lowPriority { SystemThread.lowerPriority() }
                body()
            })
        guard unsafe pthread_create(&thread, nil, systemThreadMain, start.toOpaque()) == 0 else {
            unsafe start.release()
            return nil
        }
    }

    /// Waits for the end of the thread. Call once, from another thread.
    public func join() { pthread_join(thread, nil) }

    /// Lowers the priority of the calling thread below that of the process. On Linux each thread has a niceness of its own (setpriority(2),
    /// BUGS).
    public static func lowerPriority() {
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(which, 0, getpriority(which, id_t(getpid())) + niceness)
    }

    /// The niceness of threads of low priority, relative to that of the process.
    private static var niceness: Int32 { 5 }
}

private final class ThreadBody {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

@c private func systemThreadMain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument = unsafe argument {
        unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
    }
    return nil
}
