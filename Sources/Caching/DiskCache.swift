// DiskCache: the bounded cache on disk: pyramids and derivatives together, least recently used first out.

private import Library
private import Synchronization
internal import System

/// Keeps the files of the cache folder within a number of bytes. Worker threads, unless a call says that it does not touch the disk.
///
/// A pyramid in use (read within the last minute) stays even when the bound is exceeded, and so does a pyramid that is being written. A
/// warning says so once.
public final class DiskCache: Sendable {
    private struct Entry {
        /// Bytes that the file takes on the disk, in whole blocks of 4,096.
        var cost: Int
        /// Larger is later.
        var lastUse: Int
        /// The last use, in milliseconds of the monotonic clock; nil when the file was not used since the start.
        var usedAt: Int?
    }

    private struct State {
        var entries: [String: Entry] = [:]
        /// Bytes of the unfinished files, by their future names.
        var growing: [String: Int] = [:]
        var total = 0
        var clock = 0
        var hasWarned = false
        /// When the folder was last listed, in milliseconds of the monotonic clock.
        var stockedAt = 0

        mutating func use(_ name: String, byteCount: Int, at time: Int?) {
            let cost = State.cost(byteCount)
            total += cost - (entries[name]?.cost ?? 0)
            // An unfinished file is finished now, and must be counted once.
            settle(name)
            clock += 1
            entries[name] = Entry(cost: cost, lastUse: clock, usedAt: time)
        }

        mutating func grow(_ name: String, byteCount: Int) {
            // Threads that write side by side report their ends in any order.
            let known = growing[name] ?? 0
            growing[name] = max(known, State.cost(byteCount))
            total += (growing[name] ?? 0) - known
        }

        mutating func settle(_ name: String) { total -= growing.removeValue(forKey: name) ?? 0 }

        /// Whole blocks: a million tiny files take far more than their bytes.
        private static func cost(_ byteCount: Int) -> Int { (byteCount + 4_095) & ~4_095 }
    }

    public let folder: CacheFolder
    /// Bytes.
    let capacity: Int
    private let state = Mutex(State())
    /// The state's total, for callers that must not wait for the lock.
    private let total = Atomic<Int>(0)
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let lifetime: Int
    private let stockInterval: Int
    private let removed: @Sendable (String) -> Void
    private let warn: @Sendable (String) -> Void

    /// Lists the folder, and removes files when they exceed the bound.
    /// - Parameters:
    ///   - lifetime: milliseconds after a read for which a pyramid counts as in use.
    ///   - stockInterval: milliseconds between two listings of the folder at least. Other processes may share the folder.
    ///   - later: runs a listing on another thread, since it can take long. It may fail to.
    ///   - removed: receives the name of each file that is removed to make room.
    ///   - warn: receives one line when the bound cannot be kept.
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

    /// Counts the files of the folder. Files of other processes count as used now.
    private func takeStock() {
        let start = withState { state in
            state.stockedAt = MonotonicClock.milliseconds
            return state.clock
        }
        let found = folder.contents().sorted { $0.lastUse < $1.lastUse }
        let names = Set(found.map(\.name))
        withState { state in
            // A file that was used meanwhile may have been published during the listing.
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

    /// Bytes that all files take on the disk. Does not wait, so that loops may ask.
    public var byteCount: Int { total.load(ordering: .relaxed) }

    // MARK: - Derivatives

    /// The bytes of a derivative, if the file exists and its checksum is right. A damaged file is removed.
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

    /// Writes a derivative. A failure (a full disk) is ignored: the request already has its bytes.
    public func writeDerivative(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count <= capacity, let part = try? folder.write([bytes, DiskCache.checksum(bytes)]) else { return }
        guard (try? folder.publish(part, as: name)) != nil else { return folder.remove(part) }
        use(name, byteCount: bytes.count + DiskCache.checksumCount)
    }

    /// The checksum behind a derivative's bytes. It shows whether the file was cut short or damaged.
    private static func checksum(_ bytes: [UInt8]) -> [UInt8] { Array(SHA256.hexadecimal(of: bytes).utf8) }
    private static let checksumCount = 64

    // MARK: - Pyramids

    /// Counts a file, and marks it as used now.
    func use(_ name: String, byteCount: Int) {
        withState { $0.use(name, byteCount: byteCount, at: MonotonicClock.milliseconds) }
        keepWithinBound()
    }

    /// Marks a counted file as used now. Does not touch the disk.
    func touch(_ name: String) {
        withState { state in
            guard state.entries[name] != nil else { return }
            state.clock += 1
            state.entries[name]?.lastUse = state.clock
            state.entries[name]?.usedAt = MonotonicClock.milliseconds
        }
    }

    /// Counts an unfinished file that is about to have that many bytes, and makes room for it.
    func grow(_ name: String, byteCount: Int) {
        withState { $0.grow(name, byteCount: byteCount) }
        keepWithinBound()
    }

    /// Stops counting an unfinished file. A finished file is counted by `use`.
    func settle(_ name: String) { withState { $0.settle(name) } }

    /// Removes a file.
    func forget(_ name: String) {
        withState { state in
            if let entry = state.entries.removeValue(forKey: name) { state.total -= entry.cost }
        }
        folder.remove(folder.path(name))
    }

    /// Removes all files whose last component begins with a prefix, those of other processes, too.
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
            // Only one thread lists the folder.
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

    /// Removes the least recently used files when the bound is exceeded, down to nine tenths of it, so that not every write removes one.
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
