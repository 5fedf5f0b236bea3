// A plain POSIX thread.

private import Glibc

/// A thread that runs one closure; `join` waits for its end.
@safe final class WorkerThread: @unchecked Sendable {
    // Written once before the value is shared, read by `join`.
    private var thread = pthread_t()

    init(_ body: @escaping @Sendable () -> Void) {
        let start = unsafe Unmanaged.passRetained(ThreadBody(body))
        let status = unsafe pthread_create(&thread, nil, workerThreadMain, start.toOpaque())
        precondition(status == 0, "a worker thread cannot be made: errno \(status)")
    }

    func join() { pthread_join(thread, nil) }
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
