// BuildQueue: which builds run, which wait for their turn, and which give way.

private import Imaging
internal import Library
private import Synchronization
internal import System
private import Workers

/// Runs so many builds at once, those first that somebody waits for. A build that nobody waits for goes on, since somebody will, unless
/// nobody has for a while and it stands in the way of one that is waited for. Any thread.
public final class BuildQueue: Sendable {
    private struct Entry {
        let build: Build
        var isRunning = false
        /// Whether it is built, and never gives way, even where nobody waits.
        var isKept: Bool
        /// Memory for a build that runs.
        var share: MemoryBudget.Share?
        /// The place of one that does not run among those who wait for memory.
        var ticket: MemoryBudget.Ticket?
    }

    private struct State {
        /// In the order in which they were asked for.
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

    /// Milliseconds for which a build that nobody waits for stays nevertheless: a client that has got its tiles asks for the next only when
    /// it has seen them, and builds that made way for each other in turn would never end.
    static let grace = 2_000
    /// Milliseconds after which it is looked again whether a build has to give way.
    private static let lookInterval = 200

    /// - Parameters:
    ///   - limit: builds that run at once.
    ///   - capacity: builds that wait for their turn, at most.
    ///   - need: bytes that the build of an image asks of the budget.
    ///   - threadWillEnd: runs on each thread as it ends.
    ///   - gaveUp: told of a build that has gone without an end, perhaps under a lock of who left it: it must come back at once.
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

    /// Calls `body` with the build of a record, a new one where there is none; nothing ends or gives way meanwhile. Who waits must say so
    /// there.
    /// - Parameters:
    ///   - isKept: whether it is to be built though nobody waits.
    ///   - isThere: whether a build that has ended has left the pyramid; asked, under a lock, where there is no build.
    /// - Returns: nil where the pyramid is there, and nothing to be built.
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

    /// A waiter of a build waits no longer. Calls back nobody who waits, so that it may be called under a lock.
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
    /// - Parameter result: nil where it was stopped. It begins again in its turn, if somebody has come to wait for it meanwhile.
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
        // One that waits for this memory has waited longest.
        share?.release()
        start(state.withLock { schedule(&$0) })
        guard !beginsAgain else { return }
        build.live.end(result ?? .failure(.stopping))
        if result == nil { gaveUp(build.record.version) }
    }

    /// Stops the builds that run, drops those that wait, takes no more, and waits for the threads to end. Call once.
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

    /// Whether a build is to stop. Asked often by those that run, which is how time passes for one that waits.
    private func isStopped(_ build: Build) -> Bool {
        let (time, last) = (now(), looked.load(ordering: .relaxed))
        if time - last >= BuildQueue.lookInterval,
            looked.compareExchange(expected: last, desired: time, ordering: .relaxed).exchanged
        {
            start(state.withLock { schedule(&$0) })
        }
        return build.isStopped
    }

    /// Starts builds while there is room, and where there is none stops one that nobody waits for, for each that is waited for.
    /// - Returns: the builds to start when the lock is let go.
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

    /// Whether a build whose turn it is has the memory that it needs; where it has not, it is asked for.
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

    /// Memory has been granted to a build that waited for some. It starts where it is still there and has its turn, else it gives the
    /// memory back and asks again when it has: who waits for a turn keeps none from others.
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
        // It lacks a place now, and no memory: what nobody wants may have to make room for it.
        start(state.withLock { schedule(&$0) })
    }

    private func start(_ builds: [Build]) {
        for build in builds {
            // Refused at the end only, when `shutDown` tells those who wait.
            _ = threads.submit(.wanted) { [self] in
                SystemThread.lowerPriority()
                end(build, run(build) { [self] in isStopped(build) })
            }
        }
    }
}
