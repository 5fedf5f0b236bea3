// WorkerPool: threads for blocking and long-running work. libuv's pool is not used: it is global, has four threads, and serves file reads.

internal import System

/// Threads that take jobs from bounded lanes: the most urgent lane first, and each lane in order. Any thread may call it.
public final class WorkerPool: Sendable {
    private struct Queues {
        var lanes = [[Job]](repeating: [], count: Lane.allCases.count)
        /// The index of the next job of each lane in its array. Jobs before it have been started or dropped.
        var heads = [Int](repeating: 0, count: Lane.allCases.count)
        /// The number of queued jobs of each lane, without those that were dropped.
        var waiting = [Int](repeating: 0, count: Lane.allCases.count)
        /// The number of long-running jobs of each lane that run now.
        var running = [Int](repeating: 0, count: Lane.allCases.count)
        /// The number of long-running jobs that may run at once.
        let longRunningLimit: Int
        var isClosed = false

        init(threads: Int) {
            // One thread is kept free of long-running jobs, so that urgent tiles need not wait for them.
            longRunningLimit = max(1, threads - 1)
        }

        private func mayStart(_ lane: Lane) -> Bool {
            guard lane.isLongRunning else { return true }
            // When there is room for several long-running jobs, one place is kept free of background jobs.
            return running.reduce(0, +) < longRunningLimit
                && (lane != .background || running[lane.rawValue] < max(1, longRunningLimit - 1))
        }

        /// Removes the most urgent job that may start now. Counts it as running when it is long-running.
        mutating func next() -> (lane: Lane, work: @Sendable () -> Void)? {
            for (lane, kind) in Lane.allCases.enumerated() where mayStart(kind) {
                while heads[lane] < lanes[lane].count {
                    let job = lanes[lane][heads[lane]]
                    heads[lane] += 1
                    guard let work = job.takeWork() else { continue }
                    waiting[lane] -= 1
                    if kind.isLongRunning { running[lane] += 1 }
                    return (kind, work)
                }
                lanes[lane].removeAll(keepingCapacity: true)
                heads[lane] = 0
            }
            return nil
        }

        /// Removes started and dropped jobs when they outnumber the queued ones.
        mutating func compact(_ lane: Int) {
            guard lanes[lane].count > 64, lanes[lane].count > 2 * waiting[lane] else { return }
            lanes[lane] = lanes[lane][heads[lane]...].filter(\.isQueued)
            heads[lane] = 0
        }
    }

    private let queues: Monitor<Queues>
    private let threads: [SystemThread]
    /// The number of jobs that can be queued in each lane.
    public let capacity: Int

    var threadCount: Int { threads.count }

    /// Starts the threads. Ends the process when not even one thread can be started.
    /// - Parameters:
    ///   - count: the number of threads; at least one is started.
    ///   - capacity: the number of jobs that can be queued in each lane.
    ///   - lowPriority: true when the threads are to run at a lower priority than the other threads of the process.
    ///   - threadWillEnd: called on each thread before it ends. libvips has state for each thread that must be released there.
    public init(threads count: Int, capacity: Int, lowPriority: Bool = false, threadWillEnd: @escaping @Sendable () -> Void = {}) {
        let queues = Monitor(Queues(threads: count))
        self.queues = queues
        self.capacity = capacity
        threads = (0..<max(1, count)).compactMap { _ in
            SystemThread(lowPriority: lowPriority) {
                while let (lane, work) = queues.wait(for: { (queues: inout Queues) -> (lane: Lane, work: @Sendable () -> Void)?? in
                    if let next = queues.next() { return .some(next) }
                    return queues.isClosed && queues.waiting.allSatisfy { $0 == 0 } ? .some(nil) : nil
                }) {
                    work()
                    if lane.isLongRunning {
                        queues.withLock { $0.running[lane.rawValue] -= 1 }
                        queues.signal()
                    }
                }
                queues.broadcast()
                threadWillEnd()
            }
        }
        // Fails at the start of the process, where its user sees the reason.
        precondition(!threads.isEmpty, "the system has no room for a thread")
    }

    /// Queues a job.
    /// - Parameter work: called once on a thread of the pool, unless the job is dropped before.
    /// - Returns: nil when the lane is full or the pool has been shut down. The work is released then.
    public func submit(_ lane: Lane, _ work: @escaping @Sendable () -> Void) -> Job? {
        let job = Job(lane: lane, work: work)
        let accepted = queues.withLock { queues in
            guard !queues.isClosed, queues.waiting[lane.rawValue] < capacity else { return false }
            queues.compact(lane.rawValue)
            queues.lanes[lane.rawValue].append(job)
            queues.waiting[lane.rawValue] += 1
            return true
        }
        guard accepted else { return nil }
        queues.signal()
        return job
    }

    /// Drops a job that has not started, which makes room in its lane at once. A job that has started runs to its end, unless its own work
    /// checks whether it is still needed.
    /// - Returns: true when the job will never run.
    @discardableResult
    public func drop(_ job: Job) -> Bool {
        // The closure is released outside the lock.
        let work = queues.withLock { queues in
            let work = job.takeWork()
            if work != nil { queues.waiting[job.lane.rawValue] -= 1 }
            return work
        }
        return work != nil
    }

    /// The number of queued jobs in a lane.
    public func depth(of lane: Lane) -> Int {
        queues.withLock { $0.waiting[lane.rawValue] }
    }

    /// Stops taking jobs, finishes the queued ones, and waits for the threads to end. Call once, from a thread outside the pool.
    public func shutDown() {
        queues.withLock { $0.isClosed = true }
        queues.broadcast()
        for thread in threads { thread.join() }
    }
}
