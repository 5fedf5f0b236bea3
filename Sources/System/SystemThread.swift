// SystemThread: a POSIX thread.

private import Glibc

/// A thread that runs one closure. `join` waits for its end.
@safe public final class SystemThread: @unchecked Sendable {
    // Unchecked: the initialiser writes it before anybody else has the object, and `join` reads it.
    private var thread = pthread_t()

    /// Starts a thread.
    /// - Parameter lowPriority: true when the thread is to run only while no other thread of the process wants the processor.
    /// - Returns: nil when the system has no room for another thread.
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

    /// Waits for the thread's end. Call once.
    public func join() { pthread_join(thread, nil) }

    /// Lowers the priority of the calling thread below that of the process. Linux has a niceness for each thread (setpriority(2), BUGS).
    public static func lowerPriority() {
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(which, 0, getpriority(which, id_t(getpid())) + niceness)
    }

    /// The niceness of threads that yield, above that of the process.
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
