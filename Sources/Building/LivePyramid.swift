// LivePyramid: a pyramid that is queued or being written: the places of its written tiles, and the waiters for the others.

internal import Geometry
private import Library
internal import PyramidFormat
private import Synchronization
internal import System

/// The index of a build, and its waiters. Any thread.
public final class LivePyramid: Sendable {
    /// Called once: with success when the tiles are there or the pyramid is finished, or with why they will not be.
    public typealias Completion = @Sendable (Result<Void, TileError>) -> Void

    private struct Waiter {
        /// The slots of the missing tiles; nil for a waiter that needs the whole pyramid.
        var missing: Set<Int>?
        let completion: Completion
    }

    private struct State {
        var file: ReadOnlyFile?
        var index: TileIndex?
        var waiters: [Int: Waiter] = [:]
        /// The waiters for the tile of each slot.
        var waitersOfSlot: [Int: [Int]] = [:]
        var nextWaiter = 0
        /// The last moment at which there was a waiter, on the queue's clock.
        var waitedAt: Int

        mutating func remove(_ waiter: Int) -> Waiter? {
            guard let removed = waiters.removeValue(forKey: waiter) else { return nil }
            for slot in removed.missing ?? [] {
                waitersOfSlot[slot]?.removeAll { $0 == waiter }
                if waitersOfSlot[slot]?.isEmpty == true { waitersOfSlot[slot] = nil }
            }
            return removed
        }
    }

    let layout: DeepZoomLayout
    private let state: Mutex<State>
    private let now: @Sendable () -> Int
    private let waitsForTile = Atomic<Bool>(false)

    /// - Parameter now: milliseconds of a clock.
    init(_ layout: DeepZoomLayout, now: @escaping @Sendable () -> Int = { MonotonicClock.milliseconds }) {
        self.layout = layout
        self.now = now
        state = Mutex(State(waitedAt: now()))
    }

    // MARK: - Writing

    /// Tiles are going to be written to a file that begins anew.
    func begin(_ file: ReadOnlyFile) {
        state.withLock { state in
            state.file = file
            state.index = TileIndex(layout)
        }
    }

    /// Forgets the file of a build that starts again. The waiters stay.
    func reset() {
        state.withLock { state in
            state.file = nil
            state.index = nil
        }
    }

    /// Tiles have been written: they can be read from now on.
    func publish(_ tiles: [(slot: Int, place: TileIndex.Place)]) {
        let served = state.withLock { state -> [Completion] in
            for (slot, place) in tiles { state.index?.enter(place, at: slot) }
            guard !state.waitersOfSlot.isEmpty else { return [] }
            var served: [Completion] = []
            for (slot, _) in tiles {
                for waiter in state.waitersOfSlot.removeValue(forKey: slot) ?? [] {
                    state.waiters[waiter]?.missing?.remove(slot)
                    guard state.waiters[waiter]?.missing?.isEmpty == true else { continue }
                    if let waiter = state.waiters.removeValue(forKey: waiter) { served.append(waiter.completion) }
                }
            }
            noteWaiters(&state)
            return served
        }
        for completion in served { completion(.success(())) }
    }

    /// True when a waiter needs a tile that is not written yet.
    var isWaitedForTile: Bool { waitsForTile.load(ordering: .relaxed) }

    /// All tiles that are there, once the file has been begun.
    var index: TileIndex? { state.withLock { $0.index } }

    // MARK: - Reading

    /// A tile, if it is there.
    func storedTile(_ address: TileAddress) -> StoredTile? {
        guard let slot = layout.slot(address) else { return nil }
        return state.withLock { state in
            guard let place = state.index?[slot], let file = state.file else { return nil }
            return StoredTile(file: file, place)
        }
    }

    // MARK: - Waiting

    /// True when there is a waiter.
    var isWaitedFor: Bool { state.withLock { !$0.waiters.isEmpty } }

    /// True when there has been no waiter for that many milliseconds. A client that has just received a tile may be about to request the next.
    func isUnwaited(for milliseconds: Int) -> Bool { state.withLock { $0.waiters.isEmpty && now() - $0.waitedAt >= milliseconds } }

    /// Waits for tiles of the grid, or for the whole where none are named. Tiles that the grid does not have are not waited for.
    /// - Parameter completion: called on the thread that writes or ends the build.
    /// - Returns: the waiter, or nil where the tiles are there already; the completion is not called then.
    func wait(for addresses: [TileAddress]?, _ completion: @escaping Completion) -> Int? {
        state.withLock { state -> Int? in
            let missing = addresses.map { addresses in
                Set(addresses.compactMap { layout.slot($0) }.filter { slot in state.index?[slot] == nil })
            }
            state.waitedAt = now()
            guard missing?.isEmpty != true else { return nil }
            let waiter = state.nextWaiter
            state.nextWaiter += 1
            state.waiters[waiter] = Waiter(missing: missing, completion: completion)
            for slot in missing ?? [] { state.waitersOfSlot[slot, default: []].append(waiter) }
            noteWaiters(&state)
            return waiter
        }
    }

    /// A waiter waits no longer.
    func leave(_ waiter: Int) {
        state.withLock { state in
            guard state.remove(waiter) != nil else { return }
            noteWaiters(&state)
        }
    }

    /// Sends the result of the build to all waiters.
    func end(_ result: Result<Void, TileError>) {
        let waiters = state.withLock { state in
            let waiters = state.waiters.values.map(\.completion)
            state.waiters = [:]
            state.waitersOfSlot = [:]
            noteWaiters(&state)
            return waiters
        }
        for completion in waiters { completion(result) }
    }

    private func noteWaiters(_ state: inout State) {
        state.waitedAt = now()
        waitsForTile.store(!state.waitersOfSlot.isEmpty, ordering: .relaxed)
    }
}
