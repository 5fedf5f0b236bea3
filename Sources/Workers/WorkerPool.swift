// Own threads for blocking and costly work. libuv's pool is not used: it is global, has four threads, and file reads share it.

internal import System

/// Threads that take jobs from bounded lanes, the most urgent lane first and each lane in order. Any thread may submit.
public final class WorkerPool: Sendable {
    private struct Queues {
        var lanes = [[Job]](repeating: [], count: Lane.allCases.count)
        /// Where the next job of a lane is; what lies before is spent.
        var heads = [Int](repeating: 0, count: Lane.allCases.count)
        /// Jobs of a lane that still wait: those in the array less the dropped.
        var waiting = [Int](repeating: 0, count: Lane.allCases.count)
        /// Costly jobs that run now, by lane, and how many may.
        var running = [Int](repeating: 0, count: Lane.allCases.count)
        let costlyLimit: Int
        var isClosed = false

        init(threads: Int) {
            // One thread is always kept from them, so that a tile that somebody waits for does not wait for them.
            costlyLimit = max(1, threads - 1)
        }

        private func mayStart(_ lane: Lane) -> Bool {
            guard lane.isCostly else { return true }
            // Where there are several places, one is kept from what nobody is in a hurry for.
            return running.reduce(0, +) < costlyLimit
                && (lane != .background || running[lane.rawValue] < max(1, costlyLimit - 1))
        }

        mutating func next() -> (lane: Lane, work: @Sendable () -> Void)? {
            for (lane, kind) in Lane.allCases.enumerated() where mayStart(kind) {
                while heads[lane] < lanes[lane].count {
                    let job = lanes[lane][heads[lane]]
                    heads[lane] += 1
                    guard let work = job.takeWork() else { continue }
                    waiting[lane] -= 1
                    if kind.isCostly { running[lane] += 1 }
                    return (kind, work)
                }
                lanes[lane].removeAll(keepingCapacity: true)
                heads[lane] = 0
            }
            return nil
        }

        /// Forgets spent and dropped jobs where they have come to outnumber the waiting ones.
        mutating func compact(_ lane: Int) {
            guard lanes[lane].count > 64, lanes[lane].count > 2 * waiting[lane] else { return }
            lanes[lane] = lanes[lane][heads[lane]...].filter(\.isQueued)
            heads[lane] = 0
        }
    }

    private let queues: Monitor<Queues>
    private let threads: [SystemThread]
    /// How many jobs may wait in each lane.
    public let capacity: Int

    var threadCount: Int { threads.count }

    /// - Parameters:
    ///   - lowPriority: whether the threads leave the processor to all others of the process that want it.
    ///   - threadWillEnd: runs on each thread as it ends (libvips keeps per-thread state that must be released there).
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
                    if lane.isCostly {
                        queues.withLock { $0.running[lane.rawValue] -= 1 }
                        queues.signal()
                    }
                }
                queues.broadcast()
                threadWillEnd()
            }
        }
        // At the start, and never later: whoever starts the process sees why it ends.
        precondition(!threads.isEmpty, "the system has no room for a thread")
    }

    /// Queues work. Returns nil where the lane is full or the pool has been shut down: the caller answers "try again later".
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

    /// Drops a job that has not started, making room in its lane at once. One that has started goes on: it must look itself whether
    /// anybody still waits for it. Returns whether the job will never run.
    @discardableResult
    public func drop(_ job: Job) -> Bool {
        // What it holds is let go outside the lock.
        let work = queues.withLock { queues in
            let work = job.takeWork()
            if work != nil { queues.waiting[job.lane.rawValue] -= 1 }
            return work
        }
        return work != nil
    }

    /// How many jobs wait in a lane.
    public func depth(of lane: Lane) -> Int {
        queues.withLock { $0.waiting[lane.rawValue] }
    }

    /// Takes no more work, finishes what is queued, and waits for the threads to end. Call once, not from a worker.
    public func shutDown() {
        queues.withLock { $0.isClosed = true }
        queues.broadcast()
        for thread in threads { thread.join() }
    }
}
