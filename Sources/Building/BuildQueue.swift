// BuildQueue: which builds run, which wait for their turn, and which give way.

private import Imaging
internal import Library
private import Synchronization
internal import System
private import Workers

/// Runs a limited number of builds at once, builds with waiters first. A build without waiters continues, since its tiles will probably be
/// requested. It is stopped when it has had no waiter for a while and takes the place of a build with waiters. Any thread.
public final class BuildQueue: Sendable {
    private struct Entry {
        let build: Build
        var isRunning = false
        /// True when the build runs to its end and never gives way, even without waiters.
        var isKept: Bool
        /// The memory of a running build.
        var share: MemoryBudget.Share?
        /// The place of a waiting build in the queue for memory.
        var ticket: MemoryBudget.Ticket?
    }

    private struct State {
        /// In the order of their requests.
        var entries: [Entry] = []
        var isClosed = false
    }

    /// Runs a build to its end; nil where it was stopped. `isStopped` is to be asked often, on any thread.
    typealias Run = @Sendable (_ build: Build, _ isStopped: @escaping @Sendable () -> Bool) -> Result<Void, TileError>?

    private let limit: Int
    private let capacity: Int
    private let budget: MemoryBudget
    private let need: @Sendable (ImageRecord) -> Int
    private let run: Run
    private let now: @Sendable () -> Int
    private let looked: Atomic<Int>
    private let gaveUp: @Sendable (ImageVersion) -> Void
    private let state = Mutex(State())
    /// Of their own: a build takes seconds, and would starve the tiles among the workers.
    private let threads: WorkerPool

    /// Milliseconds for which a build without waiters keeps its place. A client that has received its tiles requests the next ones only after
    /// it has drawn them, and builds that gave way to each other in turn would never end.
    static let grace = 2_000
    /// Milliseconds between two looks whether a build has to give way.
    private static let lookInterval = 200

    /// - Parameters:
    ///   - limit: builds that run at once.
    ///   - capacity: builds that wait for their turn, at most.
    ///   - need: bytes that the build of an image asks of the budget.
    ///   - threadWillEnd: runs on each thread as it ends.
    ///   - gaveUp: receives the version of a build that was dropped or stopped. May be called under a lock of the waiter that left: it must
    ///     return at once.
    ///   - now: milliseconds of a clock.
    ///   - run: called on one of `limit` threads.
    init(
        limit: Int, capacity: Int, budget: MemoryBudget, need: @escaping @Sendable (ImageRecord) -> Int,
        threadWillEnd: @escaping @Sendable () -> Void, gaveUp: @escaping @Sendable (ImageVersion) -> Void,
        now: @escaping @Sendable () -> Int = { MonotonicClock.milliseconds }, run: @escaping Run
    ) {
        self.limit = limit
        self.capacity = capacity
        self.budget = budget
        self.need = need
        self.run = run
        self.gaveUp = gaveUp
        self.now = now
        looked = Atomic(now())
        threads = WorkerPool(threads: limit, capacity: limit, threadWillEnd: threadWillEnd)
    }

    /// How many builds run.
    public var runningCount: Int { state.withLock { $0.entries.count { $0.isRunning } } }

    /// The build of a version, where it is asked for.
    func build(of version: ImageVersion) -> Build? {
        state.withLock { $0.entries.first { $0.build.record.version == version }?.build }
    }

    /// Calls `body` with the build of a record, which is created when there is none. No build ends or gives way meanwhile. The caller
    /// registers as a waiter inside `body`.
    /// - Parameters:
    ///   - isKept: true when the pyramid is to be built even without waiters.
    ///   - isThere: true when a build that has ended has left the pyramid. Called, under a lock, when there is no build.
    /// - Returns: nil when the pyramid is there already.
    /// - Throws: `overloaded`, `stopping`.
    func join<Value>(
        _ record: ImageRecord, isKept: Bool, unless isThere: () -> Bool, _ body: (Build) -> Value
    ) throws(TileError) -> Value? {
        let (result, starts) = state.withLock { state -> (Result<Value?, TileError>, [Build]) in
            if state.isClosed { return (.failure(.stopping), []) }
            if let index = state.entries.firstIndex(where: { $0.build.record.version == record.version }) {
                state.entries[index].isKept = state.entries[index].isKept || isKept
            } else {
                if isThere() { return (.success(nil), []) }
                guard state.entries.count(where: { !$0.isRunning }) < capacity else { return (.failure(.overloaded), []) }
                state.entries.append(Entry(build: Build(record, now: now), isKept: isKept))
            }
            guard let build = state.entries.first(where: { $0.build.record.version == record.version })?.build else {
                preconditionFailure("an entry was just made")
            }
            let value = body(build)
            return (.success(value), schedule(&state))
        }
        start(starts)
        return try result.get()
    }

    /// Removes a waiter of a build. Calls no waiter back, so that it may be called under a lock.
    func leave(_ build: Build, waiter: Int) {
        var isDropped = false
        let starts = state.withLock { state in
            build.live.leave(waiter)
            if let index = state.entries.firstIndex(where: { $0.build === build }) {
                let entry = state.entries[index]
                if !entry.isRunning, !entry.isKept, !build.live.isWaitedFor {
                    _ = entry.ticket?.withdraw()
                    state.entries.remove(at: index)
                    isDropped = true
                }
            }
            return schedule(&state)
        }
        start(starts)
        if isDropped { gaveUp(build.record.version) }
    }

    /// A build has ended.
    /// - Parameter result: nil when the build was stopped. It is queued again if it has got a waiter meanwhile.
    private func end(_ build: Build, _ result: Result<Void, TileError>?) {
        let (share, beginsAgain) = state.withLock { state -> (MemoryBudget.Share?, Bool) in
            guard let index = state.entries.firstIndex(where: { $0.build === build }) else { return (nil, false) }
            let entry = state.entries.remove(at: index)
            let beginsAgain = result == nil && (entry.isKept || build.live.isWaitedFor) && !state.isClosed
            if beginsAgain {
                build.reset()
                // Behind the one that it gave way to.
                state.entries.append(Entry(build: build, isKept: entry.isKept))
            }
            return (entry.share, beginsAgain)
        }
        // The build that waits for this memory has waited longest.
        share?.release()
        start(state.withLock { schedule(&$0) })
        guard !beginsAgain else { return }
        build.live.end(result ?? .failure(.stopping))
        if result == nil { gaveUp(build.record.version) }
    }

    /// Stops the running builds, drops the waiting ones, accepts no more, and waits for the threads to end. Call once.
    func shutDown() {
        state.withLock { state in
            state.isClosed = true
            for entry in state.entries { entry.build.stop() }
        }
        threads.shutDown()
        let left = state.withLock { state in
            defer { state.entries = [] }
            return state.entries
        }
        for entry in left {
            entry.build.live.end(.failure(.stopping))
            gaveUp(entry.build.record.version)
        }
    }

    // MARK: - Whose turn it is

    /// True when a build is to stop. Running builds ask often, and so the queue notices the time for waiting builds.
    private func isStopped(_ build: Build) -> Bool {
        let (time, last) = (now(), looked.load(ordering: .relaxed))
        if time - last >= BuildQueue.lookInterval,
            looked.compareExchange(expected: last, desired: time, ordering: .relaxed).exchanged
        {
            start(state.withLock { schedule(&$0) })
        }
        return build.isStopped
    }

    /// Starts builds while there is room. When there is none, stops a build without waiters for each waiting build with waiters.
    /// - Returns: the builds to start after the lock is released.
    private func schedule(_ state: inout State) -> [Build] {
        guard !state.isClosed else { return [] }
        var starts: [Build] = []
        let waiting = state.entries.indices.filter { !state.entries[$0].isRunning }
        let wanted = waiting.filter { state.entries[$0].build.live.isWaitedFor }
        let others = waiting.filter { !state.entries[$0].build.live.isWaitedFor }
        for index in wanted + others where state.entries.count(where: \.isRunning) < limit && hasMemory(at: index, &state) {
            state.entries[index].isRunning = true
            starts.append(state.entries[index].build)
        }
        var leaving = state.entries.count { $0.isRunning && $0.build.isStopped }
        for index in wanted where !state.entries[index].isRunning {
            if leaving > 0 {
                leaving -= 1
                continue
            }
            let hasPlace = state.entries.count(where: \.isRunning) < limit
            let needsOnlyMemory = hasPlace && state.entries[index].ticket != nil
            let victim = state.entries.first { entry in
                entry.isRunning && !entry.isKept && !entry.build.isStopped && entry.build.live.isUnwaited(for: BuildQueue.grace)
                    && (entry.share != nil || !needsOnlyMemory)
            }
            victim?.build.stop()
        }
        return starts
    }

    /// True when a build whose turn it is has the memory that it needs. Requests the memory when it has not.
    private func hasMemory(at index: Int, _ state: inout State) -> Bool {
        let build = state.entries[index].build
        let need = need(build.record)
        if need == 0 { return true }
        guard state.entries[index].ticket == nil else { return false }
        switch budget.request(need, ready: { [weak self] share in self?.grant(share, to: build) ?? share.release() }) {
        case .granted(let share):
            state.entries[index].share = share
            return true
        case .waiting(let ticket):
            state.entries[index].ticket = ticket
            return false
        }
    }

    /// Memory has been granted to a waiting build. The build starts if it is still queued and there is room for it. Else it gives the memory
    /// back and requests it again in its turn: a build that waits for its turn keeps no memory from others.
    private func grant(_ share: MemoryBudget.Share, to build: Build) {
        let starts = state.withLock { state in
            guard let index = state.entries.firstIndex(where: { $0.build === build && !$0.isRunning }) else { return false }
            state.entries[index].ticket = nil
            guard !state.isClosed, state.entries.count(where: \.isRunning) < limit else { return false }
            state.entries[index].share = share
            state.entries[index].isRunning = true
            return true
        }
        guard !starts else { return start([build]) }
        share.release()
        // The build lacks a place now, and not memory: a build without waiters may have to give way to it.
        start(state.withLock { schedule(&$0) })
    }

    private func start(_ builds: [Build]) {
        for build in builds {
            // The pool refuses only after `shutDown`, which ends the waiting builds.
            _ = threads.submit(.wanted) { [self] in
                SystemThread.lowerPriority()
                end(build, run(build) { [self] in isStopped(build) })
            }
        }
    }
}
