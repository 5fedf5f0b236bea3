// The bounded store behind the memory cache: pyramids and derivatives together, least recently used first out.

private import Library
private import Synchronization
internal import System

/// Files of the cache folder within a number of bytes. Nearly all calls touch the disk and belong on worker threads.
///
/// A pyramid in use (that was read within the last minute) stays even where the bound is passed, and so does one that is being written;
/// that is said once.
public final class DiskCache: Sendable {
    private struct Entry {
        /// Bytes that the file takes on the disk, in whole blocks.
        var cost: Int
        /// Larger is later.
        var lastUse: Int
        /// On the monotonic clock, in milliseconds; nil where it was not used since the start.
        var usedAt: Int?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Bytes of the files that are being written, by the names that they are going to have.
        var growing: [String: Int] = [:]
        var total = 0
        var clock = 0
        var hasWarned = false
        /// When the folder was last looked through, on the monotonic clock.
        var stockedAt = 0

        mutating func use(_ name: String, byteCount: Int, at time: Int?) {
            let cost = State.cost(byteCount)
            total += cost - (entries[name]?.cost ?? 0)
            // Where it was growing, it is finished, and counted once.
            settle(name)
            clock += 1
            entries[name] = Entry(cost: cost, lastUse: clock, usedAt: time)
        }

        mutating func grow(_ name: String, byteCount: Int) {
            // Threads that write at once tell of their ends in any order.
            let known = growing[name] ?? 0
            growing[name] = max(known, State.cost(byteCount))
            total += (growing[name] ?? 0) - known
        }

        mutating func settle(_ name: String) { total -= growing.removeValue(forKey: name) ?? 0 }

        /// A million tiny files are far more than their bytes.
        private static func cost(_ byteCount: Int) -> Int { (byteCount + 4_095) & ~4_095 }
    }

    public let folder: CacheFolder
    /// Bytes.
    let capacity: Int
    private let state = Mutex(State())
    /// The state's total, for those who must not wait for its lock.
    private let total = Atomic<Int>(0)
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let lifetime: Int
    private let stockInterval: Int
    private let removed: @Sendable (String) -> Void
    private let warn: @Sendable (String) -> Void

    /// Takes stock of the folder.
    /// - Parameters:
    ///   - lifetime: for how many milliseconds a pyramid that was used is in use.
    ///   - stockInterval: after how many milliseconds at least the folder is looked through again: other processes may share it.
    ///   - later: runs that on another thread, since it can take long; it may fail to.
    ///   - removed: told the name of a file that is removed to make room.
    ///   - warn: told once where the bound cannot be kept, and why.
    public init(
        folder: CacheFolder, capacity: Int, lifetime: Int = 60_000, stockInterval: Int = 60_000,
        later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        removed: @escaping @Sendable (String) -> Void = { _ in }, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.folder = folder
        self.capacity = capacity
        self.lifetime = lifetime
        self.stockInterval = stockInterval
        self.later = later
        self.removed = removed
        self.warn = warn
        takeStock()
        shrink()
    }

    /// Counts what is in the folder: files that others have put there are taken to be as new as the newest of ours.
    private func takeStock() {
        let start = withState { state in
            state.stockedAt = MonotonicClock.milliseconds
            return state.clock
        }
        let found = folder.contents().sorted { $0.lastUse < $1.lastUse }
        let names = Set(found.map(\.name))
        withState { state in
            // What was used meanwhile may have come behind our back.
            for (name, entry) in state.entries where entry.lastUse <= start && !names.contains(name) {
                state.entries[name] = nil
                state.total -= entry.cost
            }
            for file in found where state.entries[file.name] == nil { state.use(file.name, byteCount: file.byteCount, at: nil) }
        }
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { total.store(state.total, ordering: .relaxed) }
            return body(&state)
        }
    }

    /// Bytes that all files take. Does not wait, so that loops may ask.
    public var byteCount: Int { total.load(ordering: .relaxed) }

    // MARK: - Derivatives

    /// The bytes stored under a name, if they are there and whole. A damaged file is removed.
    public func derivative(_ name: String) -> [UInt8]? {
        guard let file = try? ReadOnlyFile(path: folder.path(name)), var bytes = try? file.read(file.count, at: 0) else { return nil }
        guard bytes.count > DiskCache.checksumCount else {
            forget(name)
            return nil
        }
        let checksum = Array(bytes.suffix(DiskCache.checksumCount))
        bytes.removeLast(DiskCache.checksumCount)
        guard DiskCache.checksum(bytes) == checksum else {
            forget(name)
            return nil
        }
        use(name, byteCount: file.count)
        return bytes
    }

    /// Stores bytes under a name. A failure (a full disk) is no failure of the request: the bytes are at hand.
    public func writeDerivative(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count <= capacity, let part = try? folder.write([bytes, DiskCache.checksum(bytes)]) else { return }
        guard (try? folder.publish(part, as: name)) != nil else { return folder.remove(part) }
        use(name, byteCount: bytes.count + DiskCache.checksumCount)
    }

    /// What stands behind a derivative's bytes: a digest, by which a file that was cut short or damaged is known.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hexadecimal(of: bytes).utf8) }
    private static let checksumCount = 64

    // MARK: - Pyramids

    /// Counts a file as used now.
    func use(_ name: String, byteCount: Int) {
        withState { $0.use(name, byteCount: byteCount, at: MonotonicClock.milliseconds) }
        keepWithinBound()
    }

    /// Notes that a file which is counted is in use. Does not touch the disk.
    func touch(_ name: String) {
        withState { state in
            guard state.entries[name] != nil else { return }
            state.clock += 1
            state.entries[name]?.lastUse = state.clock
            state.entries[name]?.usedAt = MonotonicClock.milliseconds
        }
    }

    /// Counts a file that is being written and is about to have so many bytes, and makes room for it.
    func grow(_ name: String, byteCount: Int) {
        withState { $0.grow(name, byteCount: byteCount) }
        keepWithinBound()
    }

    /// A file that was being written is given up; one that is finished is used.
    func settle(_ name: String) { withState { $0.settle(name) } }

    /// Removes a file.
    func forget(_ name: String) {
        withState { state in
            if let entry = state.entries.removeValue(forKey: name) { state.total -= entry.cost }
        }
        folder.remove(folder.path(name))
    }

    /// Removes all files of the folder whose last component begins so, those that other processes have put there, too.
    public func forget(prefix: String) {
        takeStock()
        let names = state.withLock { state in
            state.entries.keys.filter { name in
                name.utf8.suffix(from: name.utf8.lastIndex(of: UInt8(ascii: "/")).map(name.utf8.index(after:)) ?? name.startIndex)
                    .starts(with: prefix.utf8)
            }
        }
        for name in names { forget(name) }
    }

    private func keepWithinBound() {
        let isDue = withState { state in
            let now = MonotonicClock.milliseconds
            guard now - state.stockedAt >= stockInterval else { return false }
            // One thread looks.
            state.stockedAt = now
            return true
        }
        shrink()
        guard isDue else { return }
        later { [weak self] in
            self?.takeStock()
            self?.shrink()
        }
    }

    /// Removes the least recently used files where the bound is passed, down to nine tenths of it, so that not every store removes one.
    private func shrink() {
        let now = MonotonicClock.milliseconds
        let (victims, excess) = withState { state -> ([String], Int?) in
            guard state.total > capacity else { return ([], nil) }
            var victims: [String] = []
            let removable = state.entries.filter { !isInUse($0.key, $0.value, now) }
            for (name, entry) in removable.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if state.total <= capacity / 10 * 9 { break }
                state.entries[name] = nil
                state.total -= entry.cost
                victims.append(name)
            }
            guard state.total > capacity, !state.hasWarned else { return (victims, nil) }
            state.hasWarned = true
            return (victims, state.total)
        }
        for name in victims {
            removed(name)
            folder.remove(folder.path(name))
        }
        if let excess { warn("the cache takes \(excess) bytes of the disk, and --cache-size allows \(capacity): pyramids in use stay") }
    }

    private func isInUse(_ name: String, _ entry: Entry, _ now: Int) -> Bool {
        guard let usedAt = entry.usedAt, now - usedAt < lifetime else { return false }
        return CacheNames.isPyramid(name)
    }
}
